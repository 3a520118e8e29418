import type { Condition, Effect, NewState, Selector } from './flow.ts';
import {
  as,
  choice,
  fields,
  flag,
  list,
  named,
  oneOrMore,
  pattern,
  template,
  templateLike,
  text,
  whole,
  type Read,
  type Shape,
} from './shapes.ts';

const MAESTRO_ONLY = {
  traits: 'it guesses what an element is from its text and size; name the text, the id or the role',
  css: 'it is for web pages',
};

/** What Maestro's class of a selector has for taps; it ignores these where nothing is tapped. */
export const tapOnly = [
  'retryTapIfNoChange',
  'waitUntilVisible',
  'repeat',
  'delay',
  'waitToSettleTimeoutMs',
  'point',
  'start',
  'end',
];

const inner = named('selector', () => wholeSelector, 'a text or a selector');

export const selectorFields = {
  text: pattern(),
  id: pattern(),
  desc: pattern('ours'),
  role: text(),
  window: pattern('ours'),
  in: inner,
  index: templateLike('a whole number', /^-?\d+(\.0)?$/),
  enabled: flag(),
  selected: flag(),
  checked: flag(),
  focused: flag(),
  below: inner,
  above: inner,
  leftOf: inner,
  rightOf: inner,
  childOf: inner,
  containsChild: inner,
  containsDescendants: list(inner),
  width: whole(),
  height: whole(),
  tolerance: whole(),
};

/** `50%,90%` of the screen or element, or `100,200` in pixels. */
export const point = (): Shape<string> =>
  templateLike('a point: 50%,90% or 100,200', /^(\d+(\.\d+)?%\s*,\s*\d+(\.\d+)?%|\d+\s*,\s*\d+)$/);

export const selectorOptions = { short: 'text', refused: MAESTRO_ONLY } as const;

export const wholeSelector: Shape<Selector> = fields(
  { ...selectorFields, optional: flag(), point: point() },
  {
    ...selectorOptions,
    ignored: [...tapOnly.filter((name) => name !== 'point'), 'label'],
    check: (values) => emptySelector(values),
  },
);

export const selector = named('selector', () => wholeSelector, wholeSelector.allowed);

/** Why these values select nothing. */
export function emptySelector(values: Readonly<Record<string, unknown>>): string | undefined {
  const says = Object.keys(selectorFields).some((name) => values[name] !== undefined);
  return says ? undefined : `says no element; allowed: ${Object.keys(selectorFields).join(', ')}`;
}

export const condition = (): Shape<Condition> =>
  as(
    fields({
      platform: choice(['Android', 'iOS', 'Web']),
      visible: inner,
      notVisible: inner,
      true: text(),
      label: template(),
      optional: flag(),
    }),
    ({ platform, ...rest }): Condition =>
      platform === undefined ? rest : { ...rest, platform: platforms[platform] },
    ({ platform, ...rest }) => (platform === undefined ? rest : { ...rest, platform: written[platform] }),
  );

const platforms = { Android: 'android', iOS: 'ios', Web: 'web' } as const;
const written = { android: 'Android', ios: 'iOS', web: 'Web' } as const;

const newState: Shape<NewState> = fields({
  checked: flag(),
  selected: flag(),
  enabled: flag(),
  text: template(),
  value: template(),
});

const effectFields = {
  screen: template('the name of an activity'),
  app: template('the id of an app'),
  appears: inner,
  gone: inner,
  changes: inner,
  to: newState,
  nothing: flag(),
};

const effect: Shape<Effect> = as(
  fields(effectFields, { check: (values) => wrongEffect(values) }),
  (values, node, reading) => effectOf(values) ?? reading.refuse(node, 'says no effect'),
  (value) => {
    if (value.kind === 'nothing') return { nothing: true };
    const { kind: _, ...rest } = value;
    return rest;
  },
);

export const wholeEffects: Shape<readonly Effect[]> = oneOrMore(effect);
export const effects = named('effects', () => wholeEffects, wholeEffects.allowed);

function wrongEffect({ to, ...values }: Read<typeof effectFields>): string | undefined {
  const given = Object.keys(values);
  if (given.length !== 1)
    return 'needs exactly one of screen, app, appears, gone, changes, nothing; several in a list';
  if (values.nothing === false) return 'nothing can only be true';
  if (values.changes === undefined) return to === undefined ? undefined : 'to belongs to changes';
  return to === undefined || Object.keys(to).length === 0
    ? 'changes needs to: checked, selected, enabled, text or value'
    : undefined;
}

function effectOf(values: Read<typeof effectFields>): Effect | undefined {
  if (values.screen !== undefined) return { kind: 'screen', screen: values.screen };
  if (values.app !== undefined) return { kind: 'app', app: values.app };
  if (values.appears !== undefined) return { kind: 'appears', appears: values.appears };
  if (values.gone !== undefined) return { kind: 'gone', gone: values.gone };
  if (values.changes !== undefined && values.to !== undefined)
    return { kind: 'changes', changes: values.changes, to: values.to };
  return values.nothing === undefined ? undefined : { kind: 'nothing' };
}
