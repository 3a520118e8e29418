import type { Framework } from '../framework/system/framework.ts';
import type { AccessibilityAction } from '../framework/windows/accessibility-actions.ts';
import type { AccessibilityNode } from '../framework/windows/accessibility.ts';
import type { ServiceRequest } from '../framework/windows/service-actions.ts';
import { actionNamed, knownActions } from './action-ids.ts';
import { RequestError } from './errors.ts';
import { INTERACTION_TIMEOUT_MS, type Eyes, type SeenNode } from './eyes.ts';
import { pause, type Work } from './lane.ts';
import { expectation } from './node-json.ts';
import type { CompanionFaults } from './faults.ts';
import { Parameters } from './parameters.ts';
import { described, Judged, underOf } from './under.ts';

/** Below it EditText accepts ACTION_SET_TEXT without listing it. */
const SET_TEXT_LISTED_SINCE = 26;
const MOST_OTHERS = 8;

/** Refreshes a node, compares it with the node that the host saw, and performs the action. */
export async function act(
  {
    framework,
    eyes,
    find,
    faults,
  }: { framework: Framework; eyes: Eyes; find: (handle: number) => SeenNode; faults: CompanionFaults },
  parameters: Parameters,
  work: Work,
): Promise<object> {
  // Validates the request before it looks at the screen.
  const target = { handle: parameters.whole('h'), expected: expectedOf(parameters.object('expect')) };
  const others = othersOf(parameters);
  const action = actionOf(parameters, framework.shape.sdk);
  const request = requestOf(action, parameters);
  const judged = parameters.has('judged') ? new Judged(parameters.object('judged')) : undefined;
  const refuses = parameters.flag('refuses');
  const seen = find(target.handle);
  const othersSeen = others.map(({ handle, expected }) => ({ other: find(handle), expected }));
  const { node, window } = await reread(seen, target.expected);
  for (const { other, expected } of othersSeen) await reread(other, expected);
  const { sdk } = framework.shape;
  if (request === undefined) throw new RequestError('unsupported', 'the node does not offer it');
  offered(node, request, sdk);
  const there = judged && underOf(window, node, { sdk });
  const same = judged?.isAs(there, sdk) === true;
  const told = there && { under: described(there, { same, sdk }) };
  if (judged && !same && refuses) return { ...told, changed: true };
  await faults.onCompared?.();
  work.begin();
  if (!framework.serviceActions.perform(window.id, node.path, request))
    throw new RequestError('refused', 'performAction returned false');
  return { ...told, way: 'action' };

  /** The current state of a node; throws `stale` if it differs from the expected one. */
  async function reread(one: SeenNode, expected: Expected): Promise<NonNullable<ReturnType<Eyes['find']>>> {
    const found = eyes.find(one);
    if (found === undefined) throw new RequestError('stale', 'the node is gone');
    if (framework.faults.notResponding.has(found.window.package)) {
      await pause(framework.clock.programs, INTERACTION_TIMEOUT_MS, work);
      throw new RequestError('stale', 'the application does not answer');
    }
    compare(found.node, expected, framework.shape.sdk);
    return found;
  }
}

/** Other nodes that must be unchanged: a row's texts change when its view is recycled. */
function othersOf(parameters: Parameters): readonly { handle: number; expected: Expected }[] {
  if (!parameters.has('with')) return [];
  const others = parameters.list('with');
  if (others.length > MOST_OTHERS)
    throw new RequestError('bad-request', `with must be at most ${MOST_OTHERS} nodes`);
  return others.map((value) => {
    const other = Parameters.of(value, 'a node of with');
    return { handle: other.whole('h'), expected: expectedOf(other) };
  });
}

function actionOf(parameters: Parameters, sdk: number): string | number {
  if (typeof parameters.raw('action') === 'number') {
    const id = parameters.whole('action');
    return actionNamed(id) ?? id;
  }
  const name = parameters.text('action');
  const known = knownActions.get(name);
  if (known === undefined) throw new RequestError('bad-request', `there is no action ${name}`);
  if (known.since > sdk)
    throw new RequestError('unsupported', `${name} needs API ${known.since}, this is ${sdk}`);
  return name;
}

const compared = ['c', 't', 'd', 'r'] as const;
type Expected = ReadonlyMap<(typeof compared)[number], string>;

function expectedOf(given: Parameters): Expected {
  return new Map(compared.map((name) => [name, given.has(name) ? given.text(name) : '']));
}

function compare(node: AccessibilityNode, expected: Expected, sdk: number): void {
  const is = expectation(node, sdk);
  for (const [name, wanted] of expected) {
    if (name === 't' && node.password) continue;
    if (is[name] !== wanted) throw new RequestError('stale', `the node is another now: its ${name} differs`);
  }
}

/** Undefined for an action that no view of this phone offers. */
function requestOf(action: string | number, parameters: Parameters): ServiceRequest | undefined {
  if (typeof action === 'number') return { action: 'custom', id: action };
  switch (action) {
    case 'setText':
      return { action, text: parameters.text('text') };
    case 'setSelection': {
      const start = parameters.whole('start', 0);
      return { action, start, end: parameters.whole('end', start) };
    }
    case 'setProgress':
      return { action, value: parameters.number('value') };
    case 'scrollToPosition':
      parameters.whole('row');
      parameters.whole('column');
      return undefined;
    default:
      return isPlain(action) ? { action } : undefined;
  }
}

type PlainAction = Exclude<AccessibilityAction, 'setText' | 'setSelection' | 'setProgress'>;

const plainActions: ReadonlySet<string> = new Set<PlainAction>([
  'focus',
  'clearFocus',
  'select',
  'click',
  'longClick',
  'accessibilityFocus',
  'scrollForward',
  'scrollBackward',
  'copy',
  'paste',
  'cut',
  'dismiss',
  'showOnScreen',
  'scrollUp',
  'scrollDown',
  'scrollLeft',
  'scrollRight',
  'imeEnter',
]);

function isPlain(name: string): name is PlainAction {
  return plainActions.has(name);
}

function offered(node: AccessibilityNode, request: ServiceRequest, sdk: number): void {
  const isEditable = node.field !== undefined && node.enabled;
  if (request.action === 'setText' && sdk < SET_TEXT_LISTED_SINCE && isEditable) return;
  const isOffered =
    request.action === 'custom'
      ? node.customActions.some(({ id }) => id === request.id)
      : node.actions.includes(request.action);
  if (!isOffered) throw new RequestError('unsupported', 'the node does not offer it');
}
