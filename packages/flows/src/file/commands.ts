import {
  keys,
  type CommandName,
  type CommandNamed,
  type Direction,
  type Flow,
  type Selector,
} from './flow.ts';
import {
  condition,
  effects,
  emptySelector,
  point,
  selector,
  selectorFields,
  selectorOptions,
  tapOnly,
} from './selectors.ts';
import {
  anyScalar,
  as,
  choice,
  commandList,
  fields,
  flag,
  list,
  mapOf,
  required,
  template,
  templateLike,
  text,
  variables,
  whole,
  withDefault,
  type FieldOptions,
  type Fields,
  type Read,
  type Shape,
} from './shapes.ts';

/** A command without its name and its place: what its entry of the table reads and writes. */
export type Body<Name extends CommandName> = Omit<CommandNamed<Name>, 'name' | 'source'>;

interface Form<T> {
  readonly shape: Shape<T>;
  /** It can be written without options: `- back`. */
  readonly bare: boolean;
}

/** What every command may have. */
const common = {
  label: template(),
  optional: withDefault(flag(), false),
  expect: withDefault(effects, []),
  by: choice(['position']),
};
type WithCommon<F extends Fields> = Omit<F, keyof typeof common> & typeof common;

function form<F extends Fields>(
  own: F,
  options: FieldOptions<WithCommon<F>> = {},
): Form<Read<WithCommon<F>>> {
  return { shape: fields({ ...own, ...common }, options), bare: false };
}

/** A command that can be written without options. */
function bare<F extends Fields>(
  own: F,
  options: FieldOptions<WithCommon<F>> = {},
): Form<Read<WithCommon<F>>> {
  return { ...form(own, options), bare: true };
}

/** A form whose values have another shape in a flow. */
function made<T, U>(
  of: Form<T>,
  from: Parameters<typeof as<T, U>>[1],
  to: Parameters<typeof as<T, U>>[2],
): Form<U> {
  return { ...of, shape: as(of.shape, from, to) };
}

type Beside<F extends Fields> = Read<WithCommon<F>> & { readonly selector?: Selector };

/** A command whose map is a selector with options beside it: the selector becomes a field of its own. */
function besideSelector<F extends Fields>(
  own: F,
  check?: (values: Beside<F>) => string | undefined,
): Form<Beside<F>> {
  const ignored = tapOnly.filter((name) => own[name] === undefined);
  return made(
    form({ ...selectorFields, ...own }, { ...selectorOptions, ignored }),
    (values, node, reading) => {
      const entries = Object.entries(values);
      const selecting = entries.filter(([name]) => name in selectorFields);
      const rest = entries.filter(([name]) => !(name in selectorFields));
      // The same values in two groups, which TypeScript cannot follow.
      const result = {
        ...Object.fromEntries(rest),
        ...(selecting.length === 0 ? {} : { selector: Object.fromEntries(selecting) }),
      } as Beside<F>;
      const problem = check?.(result);
      return problem === undefined ? result : reading.refuse(node, problem);
    },
    // And back.
    ({ selector: selecting, ...rest }) => ({ ...selecting, ...rest }) as never,
  );
}

const timeout = templateLike('milliseconds', /^-?\d[\d_]*$/);
const waitToSettleTimeoutMs = whole();

function onElement(): Form<Body<'assertVisible'>> {
  return made(
    besideSelector({ timeout }),
    ({ selector: selecting, ...rest }, node, reading) => {
      if (selecting === undefined) reading.doubt(node, emptySelector({}) ?? '', 'any element will do');
      return { ...rest, selector: selecting ?? {} };
    },
    (values) => values,
  );
}

function tap(): Form<Body<'tapOn'>> {
  const own = {
    point: point(),
    retryTapIfNoChange: flag(),
    waitUntilVisible: flag(),
    repeat: whole(),
    delay: whole(),
    waitToSettleTimeoutMs,
    timeout,
  };
  return besideSelector(own, (values) =>
    values.selector === undefined && values.point === undefined ? emptySelector({}) : undefined,
  );
}

const app = { appId: template('the id of an app') };
const urlIsAppId = { aliases: { url: 'appId' } } as const;
const permissions = mapOf(template('allow, deny or unset'));
const ofApp = () => bare(app, { short: 'appId', ...urlIsAppId });

const directions = ['UP', 'DOWN', 'LEFT', 'RIGHT'] as const satisfies readonly Direction[];

function mode(): Form<Body<'setAirplaneMode'>> {
  return made(
    form({ value: required(choice(['enabled', 'disabled'])) }, { short: 'value', open: true }),
    ({ value, ...rest }) => ({ ...rest, enabled: value === 'enabled' }),
    ({ enabled, ...rest }) => ({ ...rest, value: enabled ? ('enabled' as const) : ('disabled' as const) }),
  );
}

const ORIENTATIONS = ['PORTRAIT', 'LANDSCAPE_LEFT', 'LANDSCAPE_RIGHT', 'UPSIDE_DOWN'];
const orientation = as(
  templateLike(
    `one of ${ORIENTATIONS.join(', ')}`,
    new RegExp(`^(${ORIENTATIONS.join('|').replaceAll('_', '_?')})$`, 'i'),
  ),
  (written) => ORIENTATIONS.find((name) => plainWord(name) === plainWord(written)) ?? written,
  (name) => name,
);

function plainWord(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** The path of another flow, which is read with it. */
const flowFile: Shape<{ readonly file: string; readonly flow?: Flow }> = as(
  text(),
  (file, node, reading) => {
    const flow = reading.flow(node, file);
    return flow === undefined ? { file } : { file, flow };
  },
  ({ file }) => file,
);

const scriptFile: Shape<{ readonly file: string; readonly script: string }> = as(
  text(),
  (file, node, reading) => ({ file, script: reading.script(node, file) }),
  ({ file }) => file,
);

const mediaFile = as(
  text(),
  (file, node, reading) => reading.existingFile(node, file),
  (path, writing) => writing.path(path),
);

const subflow = { file: flowFile, commands: commandList(), env: withDefault(variables(), {}) };

function fileOrCommands(values: {
  readonly file?: unknown;
  readonly commands?: unknown;
}): string | undefined {
  if (values.file === undefined && values.commands === undefined) return 'needs file or commands';
  return values.file !== undefined && values.commands !== undefined
    ? 'needs file or commands, not both'
    : undefined;
}

interface Subflow {
  readonly file?: string;
  readonly flow?: Flow;
  readonly commands: Flow['commands'];
}

/** The file and what it says, side by side. */
function spread<
  T extends {
    readonly file?: { readonly file: string; readonly flow?: Flow };
    readonly commands?: Flow['commands'];
  },
>({ file, commands, ...rest }: T): Omit<T, 'file' | 'commands'> & Subflow {
  return { ...rest, ...file, commands: commands ?? [] };
}

function gathered<T extends Subflow>({ file, flow: _, commands, ...rest }: T) {
  return file === undefined ? { ...rest, commands } : { ...rest, file: { file } };
}

/** Every command: its name, and what it reads and writes. */
export const commandForms: { readonly [Name in CommandName]: Form<Body<Name>> } = {
  launchApp: bare(
    {
      ...app,
      clearState: flag(),
      clearKeychain: flag(),
      stopApp: flag(),
      permissions,
      arguments: mapOf(anyScalar()),
    },
    { short: 'appId', ...urlIsAppId },
  ),
  stopApp: ofApp(),
  killApp: ofApp(),
  clearState: ofApp(),
  setPermissions: form({ ...app, permissions: required(permissions) }, urlIsAppId),
  tapOn: tap(),
  doubleTapOn: tap(),
  longPressOn: tap(),
  inputText: form(
    { text: template(), secret: text() },
    {
      short: 'text',
      open: true,
      check: ({ text: typed, secret }) =>
        (typed === undefined) === (secret === undefined) ? 'needs either text or secret' : undefined,
    },
  ),
  inputRandomText: bare({ length: withDefault(whole(1), 8) }),
  inputRandomNumber: bare({ length: withDefault(whole(1), 8) }),
  inputRandomEmail: bare({}),
  inputRandomPersonName: bare({}),
  inputRandomCityName: bare({}),
  inputRandomCountryName: bare({}),
  inputRandomColorName: bare({}),
  eraseText: bare({ charactersToErase: whole() }, { short: 'charactersToErase' }),
  pressKey: form({ key: required(choice(keys)) }, { short: 'key' }),
  back: bare({}),
  hideKeyboard: bare({}),
  pasteText: bare({}),
  copyTextFrom: onElement(),
  setClipboard: form({ text: required(template()) }, { short: 'text' }),
  scroll: bare({}),
  scrollUntilVisible: form({
    element: required(selector),
    direction: withDefault(choice(directions), 'DOWN'),
    timeout: withDefault(timeout, '20000'),
    speed: withDefault(templateLike('a number from 0 to 100', /^\d+$/), '40'),
    visibilityPercentage: withDefault(whole(Number.MIN_SAFE_INTEGER), 100),
    centerElement: withDefault(flag(), false),
    waitToSettleTimeoutMs,
  }),
  swipe: form(
    {
      direction: choice(directions),
      from: selector,
      start: point(),
      end: point(),
      duration: withDefault(whole(), 400),
      waitToSettleTimeoutMs,
      timeout,
    },
    { open: true, check: wrongSwipe },
  ),
  assertVisible: onElement(),
  assertNotVisible: onElement(),
  assertTrue: form({ condition: required(text()) }, { short: 'condition', open: true }),
  extendedWaitUntil: form(
    { visible: selector, notVisible: selector, timeout },
    {
      check: ({ visible, notVisible }) =>
        visible === undefined && notVisible === undefined ? 'needs visible or notVisible' : undefined,
    },
  ),
  waitForAnimationToEnd: bare({ timeout: whole() }),
  openLink: form(
    {
      link: required(template('a link')),
      browser: withDefault(flag(), false),
      autoVerify: withDefault(flag(), false),
    },
    { short: 'link' },
  ),
  runFlow: made(
    form({ ...subflow, when: condition() }, { short: 'file', check: fileOrCommands }),
    spread,
    gathered,
  ),
  retry: made(
    form(
      { ...subflow, maxRetries: withDefault(templateLike('a whole number', /^\d+$/), '1') },
      { check: fileOrCommands },
    ),
    spread,
    gathered,
  ),
  repeat: form({
    times: templateLike('a whole number', /^\d[\d_]*$/),
    while: condition(),
    commands: required(commandList()),
  }),
  runScript: made(
    form(
      { file: required(scriptFile), env: withDefault(variables(), {}), when: condition() },
      { short: 'file' },
    ),
    ({ file, ...rest }) => ({ ...rest, ...file }),
    ({ file, script, ...rest }) => ({ ...rest, file: { file, script } }),
  ),
  evalScript: form({ script: required(text()) }, { short: 'script', open: true }),
  takeScreenshot: form({ path: required(template('a file name')), cropOn: selector }, { short: 'path' }),
  startRecording: form({ path: required(template('a file name')) }, { short: 'path' }),
  stopRecording: bare({}),
  setOrientation: form({ orientation: required(orientation) }, { short: 'orientation', open: true }),
  setAirplaneMode: mode(),
  toggleAirplaneMode: bare({}),
  setDarkMode: mode(),
  toggleDarkMode: bare({}),
  assertDarkMode: bare({}),
  assertLightMode: bare({}),
  addMedia: form({ files: required(list(mediaFile)) }, { short: 'files' }),
};

function wrongSwipe(values: {
  readonly direction?: unknown;
  readonly from?: unknown;
  readonly start?: unknown;
  readonly end?: unknown;
}): string | undefined {
  const { direction, from, start, end } = values;
  if (start === undefined && end === undefined)
    return direction === undefined ? 'needs direction, or start and end' : undefined;
  if (start === undefined || end === undefined) return 'needs both start and end';
  return direction === undefined && from === undefined
    ? undefined
    : 'needs direction, or start and end, not both';
}

/** Commands of Maestro that Handeye does not have, with the reason. */
export const refusedCommands: Readonly<Record<string, string>> = {
  assertWithAI: 'it asks a language model, and flows are performed without one; assert an element instead',
  assertNoDefectsWithAI:
    'it asks a language model, and flows are performed without one; assert elements instead',
  extractTextWithAI: 'it asks a language model, and flows are performed without one; use copyTextFrom',
  assertScreenshot: 'pictures are not compared; assert elements, and take pictures with takeScreenshot',
  setLocation: 'no device of Handeye takes a location from outside; put what needs one into another flow',
  travel: 'no device of Handeye takes a location from outside; put what needs one into another flow',
  clearKeychain: 'only iOS has a keychain; put it into a runFlow with when: {platform: iOS}',
};

/** The commands that Maestro's old form `action: back` can name. */
export const actions: Readonly<Record<string, CommandName>> = {
  back: 'back',
  hideKeyboard: 'hideKeyboard',
  'hide keyboard': 'hideKeyboard',
  scroll: 'scroll',
  pasteText: 'pasteText',
};
