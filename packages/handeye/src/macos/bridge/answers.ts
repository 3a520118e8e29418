import { focus, perform, setValue } from './acting.ts';
import { listApplications } from './applications.ts';
import { pidsAt } from './at.ts';
import { Conversation } from './conversation.ts';
import { listDisplays } from './displays.ts';
import { BridgeError } from './errors.ts';
import { Events } from './events.ts';
import { focusedElement, frontmostPid } from './focus.ts';
import type { Mac } from './mac.ts';
import { type Own, pooled, scoped } from './ownership.ts';
import type { AskName, Asks, Failure, Response } from './protocol.ts';
import { isAskName, readAsk, readRequest } from './requests.ts';
import { Deadline } from './time.ts';
import { readTree } from './tree.ts';
import { listWindows } from './windows.ts';

/** How long an application may take to do what it is asked. */
const actingMilliseconds = 4000;

type Answering<Name extends AskName> = (mac: Mac, own: Own, ask: Asks[Name]['ask']) => Asks[Name]['answer'];

const answering: { readonly [Name in AskName]: Answering<Name> } = {
  hello: (mac, own) => ({
    trusted: mac.native.AXIsProcessTrusted(),
    screenRecording: mac.native.CGPreflightScreenCaptureAccess(),
    displays: listDisplays(mac, own),
  }),
  applications: (mac, own) => listApplications(mac, frontmostPid(mac, own)),
  tree: (mac, own, ask) => readTree(conversation(mac, own, ask.milliseconds), ask),
  focused: (mac, own, ask) => focusedElement(conversation(mac, own, ask.milliseconds), ask),
  at: (mac, own, ask) => ({ pids: pidsAt(conversation(mac, own, ask.milliseconds), ask) }),
  windows: listWindows,
  perform: acting(perform),
  setValue: acting(setValue),
  focus: acting(focus),
  pointer: posting((events, ask) => {
    events.pointer(ask);
  }),
  wheel: posting((events, ask) => {
    events.wheel(ask);
  }),
  key: posting((events, ask) => {
    events.key(ask);
  }),
  text: posting((events, ask) => {
    events.text(ask);
  }),
};

/** Answers one line. Whatever was made on the way is released before. */
export function answerLine(mac: Mac, line: string): Response {
  const request = readRequest(line);
  if (request === undefined) return { id: null, error: { kind: 'invalid', message: 'Not a request.' } };
  const { id, ask } = request;
  try {
    if (!isAskName(ask)) throw new BridgeError('invalid', `Nobody here knows how to ${ask}.`);
    return {
      id,
      answer: pooled(mac.native, () => scoped(mac.native, (own) => answer(mac, own, ask, request))),
    };
  } catch (error) {
    return { id, error: failure(error) };
  }
}

function answer<Name extends AskName>(mac: Mac, own: Own, name: Name, body: unknown): Asks[Name]['answer'] {
  return answering[name](mac, own, readAsk(name, body));
}

/** What the server hears of an error. One that is not ours is a mistake in the bridge. */
function failure(error: unknown): Failure {
  if (error instanceof BridgeError) return { kind: error.kind, message: error.message };
  return { kind: 'internal', message: error instanceof Error ? error.message : String(error) };
}

function conversation(mac: Mac, own: Own, milliseconds: number): Conversation {
  return new Conversation(mac, own, new Deadline(mac.clock, milliseconds));
}

function acting<Ask>(act: (conversation: Conversation, ask: Ask) => void) {
  return (mac: Mac, own: Own, ask: Ask): object => {
    act(conversation(mac, own, actingMilliseconds), ask);
    return {};
  };
}

function posting<Ask>(post: (events: Events, ask: Ask) => void) {
  return (mac: Mac, own: Own, ask: Ask): object => {
    const events = new Events(mac, own);
    post(events, ask);
    events.settle();
    return {};
  };
}
