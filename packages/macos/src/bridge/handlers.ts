import { listApplications } from './ax/applications.ts';
import { AxApi } from './ax/ax-api.ts';
import { focus, mustBeThere, perform, select, setValue } from './ax/element-actions.ts';
import { Events } from './ax/events.ts';
import { focusedElement, frontmostPid } from './ax/focus.ts';
import { readTree } from './ax/tree.ts';
import { listWindows } from './ax/windows.ts';
import { BridgeError } from './errors.ts';
import type { Mac } from './mac.ts';
import { type Own, scoped, withAutoreleasePool } from './native/ownership.ts';
import type { BridgeRequests, Display, Failure, RequestName, Response } from './protocol.ts';
import { isRequestName, readParams, readRequest } from './requests.ts';
import { Deadline } from './time.ts';
import type { OutParam } from './native/c-types.ts';

/** How long an application may take to perform an action. */
const ACTION_TIMEOUT_MS = 4000;

type Handler<Name extends RequestName> = (
  mac: Mac,
  own: Own,
  params: BridgeRequests[Name]['params'],
) => BridgeRequests[Name]['result'];

const handlers: { readonly [Name in RequestName]: Handler<Name> } = {
  hello: (mac, own) => ({
    trusted: mac.native.AXIsProcessTrusted(),
    screenRecording: mac.native.CGPreflightScreenCaptureAccess(),
    displays: listDisplays(mac, own),
  }),
  applications: (mac, own) => listApplications(mac, frontmostPid(mac, own)),
  tree: (mac, own, params) => readTree(axApi(mac, own, params.milliseconds), params),
  focused: (mac, own, params) => focusedElement(axApi(mac, own, params.milliseconds), params),
  at: (mac, own, params) => ({ pids: pidsAt(axApi(mac, own, params.milliseconds), params) }),
  windows: listWindows,
  perform: elementAction(perform),
  setValue: (mac, own, params) => setValue(axApi(mac, own, ACTION_TIMEOUT_MS), params),
  select: elementAction(select),
  focus: elementAction(focus),
  pointer: (mac, own, params) => {
    if (params.element) mustBeThere(axApi(mac, own, ACTION_TIMEOUT_MS), params.element);
    return press(mac, own, params);
  },
  wheel: inputEvents((events, params) => {
    events.wheel(params);
  }),
  key: inputEvents((events, params) => {
    events.key(params);
  }),
  text: inputEvents((events, params) => {
    events.text(params);
  }),
};

/** Handles one line. All objects created meanwhile are released before it returns. */
export function handleLine(mac: Mac, line: string): Response {
  const request = readRequest(line);
  if (request === undefined) return { id: null, error: { kind: 'invalid', message: 'Not a request.' } };
  const { id, method } = request;
  try {
    if (!isRequestName(method)) throw new BridgeError('invalid', `Unknown method '${method}'.`);
    const handle = (own: Own) => handleRequest(mac, own, method, request);
    return { id, result: withAutoreleasePool(mac.native, () => scoped(mac.native, handle)) };
  } catch (error) {
    return { id, error: toFailure(error) };
  }
}

function handleRequest<Name extends RequestName>(
  mac: Mac,
  own: Own,
  name: Name,
  body: unknown,
): BridgeRequests[Name]['result'] {
  return handlers[name](mac, own, readParams(name, body));
}

/** Any error other than a BridgeError is a bug in the bridge. */
function toFailure(error: unknown): Failure {
  if (error instanceof BridgeError) return { kind: error.kind, message: error.message };
  return { kind: 'internal', message: error instanceof Error ? error.message : String(error) };
}

function axApi(mac: Mac, own: Own, milliseconds: number): AxApi {
  return new AxApi(mac, own, new Deadline(mac.clock, milliseconds));
}

function elementAction<Params>(act: (ax: AxApi, params: Params) => void) {
  return (mac: Mac, own: Own, params: Params): object => {
    act(axApi(mac, own, ACTION_TIMEOUT_MS), params);
    return {};
  };
}

const press = inputEvents<BridgeRequests['pointer']['params']>((events, params) => {
  events.pointer(params);
});

function inputEvents<Params>(post: (events: Events, params: Params) => void) {
  return (mac: Mac, own: Own, params: Params): object => {
    const events = new Events(mac, own);
    post(events, params);
    events.settle();
    return {};
  };
}

/** The processes that draw what is at a point: a window may contain parts of other processes. */
function pidsAt(ax: AxApi, { x, y }: { x: number; y: number }): number[] {
  const { mac, own } = ax;
  const element = ax.elementAt(own, x, y);
  if (element === null) return [];
  const window = mac.values.element(ax.attribute(own, element, 'AXWindow'));
  const elements = window === null ? [element] : [element, window];
  return [...new Set(elements.flatMap((each) => ax.pidOf(each) ?? []))];
}

/** The active displays, the main one first. */
function listDisplays({ native }: Mac, own: Own): Display[] {
  const ids = new Uint32Array(16);
  const count: OutParam<number> = [0];
  native.CGGetActiveDisplayList(ids.length, ids, count);
  return [...ids.subarray(0, count[0])].map((id) => {
    const { origin, size } = native.CGDisplayBounds(id);
    const mode = own(native.CGDisplayCopyDisplayMode(id));
    const scale =
      mode === null ? 1 : native.CGDisplayModeGetPixelWidth(mode) / native.CGDisplayModeGetWidth(mode);
    return { id, bounds: { ...origin, ...size }, scale: Number.isFinite(scale) ? scale : 1 };
  });
}
