import type { Answer, Question } from '@handeye/core/guard/questions';
import type { DeviceCard, Lever, PairedPhoneFact, PairingCode } from './devices.ts';
import type { FlowCard, FlowFile, FlowRun, FlowSaved, FlowSaving, FlowText, FlowWish } from './flows.ts';
import type { ElementDetails, Looked, ScreenTexts, WatchedScreen } from './screen.ts';
import type { CallDetails, ClientTotals, RecordingState, TimelineEntry } from './timeline.ts';
import type { Called, ServedScreen, ToolForm, ToolRequest } from './tools.ts';

/*
 * The messages between page and server over their one connection. The page sends requests (`Requests`), each with one answer;
 * the server sends events (`Events`). Pictures are binary messages of their own (`packFrame`).
 */

/** Each request by its name: its parameters (`takes`) and its answer (`gives`). */
export interface Requests {
  /** The device that this page looks at, and whether the page is visible: nothing is read for a hidden page. */
  watch: { takes: { device?: string | undefined; visible: boolean }; gives: undefined };
  /** The texts that a model would get for the screen that was last sent. */
  texts: { takes: { device: string }; gives: ScreenTexts };
  /** One element of the screen that was last sent. */
  element: { takes: { device: string; id: string }; gives: ElementDetails };
  /** Entries older than `before`, the newest first. */
  timeline: { takes: { before?: number | undefined; limit: number }; gives: readonly TimelineEntry[] };
  /** All details of one call. */
  entry: { takes: { number: number }; gives: CallDetails };
  /** The numbers of the calls whose arguments or answers contain a text, in any case. */
  search: { takes: { text: string }; gives: readonly number[] };
  /** Answers a question of the guard. */
  answer: { takes: { question: number; answer: Answer }; gives: undefined };
  /** Makes a call: as the person's hand, or as a model would. */
  call: { takes: ToolRequest; gives: Called };
  tools: { takes: { screen?: ServedScreen | undefined }; gives: readonly ToolForm[] };
  /** The person takes the device over, or gives it back. */
  takeOver: { takes: { device: string }; gives: undefined };
  handBack: { takes: { device: string }; gives: undefined };
  /** Ends every running write, and refuses new ones until `resume`. */
  stop: { takes: undefined; gives: undefined };
  resume: { takes: undefined; gives: undefined };
  /** All devices. Small pictures are requested only while the list is visible, because devices are looked at for them. */
  devices: { takes: { thumbnails: boolean } | undefined; gives: readonly DeviceCard[] };
  /** A new code for a phone to scan; the one before it is void. */
  invitePhone: { takes: undefined; gives: PairingCode };
  /** Waits for the phone that scans it. */
  phoneScanned: { takes: undefined; gives: PairedPhoneFact };
  pairPhone: { takes: { code: string; address?: string | undefined }; gives: PairedPhoneFact };
  /** Operates a lever of the virtual phone. */
  lever: { takes: { device: string; lever: string; value?: string | boolean | undefined }; gives: undefined };
  levers: { takes: { device: string }; gives: readonly Lever[] };
  /** The saved flows; undefined if the server has no folder for them. */
  flows: { takes: undefined; gives: { readonly saved: readonly FlowCard[] | undefined } };
  flow: { takes: FlowFile; gives: FlowText };
  /** Begins to perform a flow; events tell how it goes. */
  performFlow: { takes: FlowWish; gives: undefined };
  stopFlow: { takes: undefined; gives: undefined };
  /** Writes a candidate of the last run's divergence into the healed file. */
  chooseTarget: { takes: { run: number; candidate: number }; gives: undefined };
  /** Replaces a flow by its healed file; `diff` is the difference that the person saw. */
  acceptHealing: { takes: { name: string; diff: string }; gives: undefined };
  discardHealing: { takes: { name: string }; gives: undefined };
  /** Saves what calls of the timeline did as a flow. */
  saveFlow: { takes: FlowSaving; gives: FlowSaved };
}

export type RequestName = keyof Requests;

/** A request as the page sends it. */
export interface RequestMessage<Name extends RequestName = RequestName> {
  readonly id: number;
  readonly request: Name;
  readonly takes: Requests[Name]['takes'];
}

/** The events by name. */
export interface Events {
  /** The first message on a connection. */
  hello: Hello;
  /** The screen of the watched device changed. Only the newest counts: a slow page misses some. */
  screen: WatchedScreen;
  /** The watched device was looked at: the page is as fresh as this look. */
  looked: Looked;
  /** No look has ended, but the watched device takes no longer than usual. */
  alive: { readonly device: string };
  /** Why the watched device cannot be seen now, and the remedy. */
  unseen: { readonly device: string; readonly message: string };
  /** A call began, continued or ended. */
  call: TimelineEntry;
  totals: readonly ClientTotals[];
  recording: RecordingState;
  question: OpenQuestion;
  questionOver: { readonly question: number; readonly how: string };
  /** Devices that were taken over, and the state of Stop. */
  hands: Hands;
  devices: readonly DeviceCard[];
  /** A flow that was performed from a page began, went on or ended. */
  flowRun: FlowRun;
}

export type EventName = keyof Events;

export interface EventMessage<Name extends EventName = EventName> {
  readonly event: Name;
  readonly is: Events[Name];
}

/** The answer to a request; an error is a sentence for a person. */
type AnswerMessage =
  { readonly id: number; readonly gives: unknown } | { readonly id: number; readonly error: string };

export type FromServer = EventMessage | AnswerMessage;

export interface Hello {
  readonly version: string;
  /** New with each start of the server: a page that sees another one starts anew. */
  readonly run: string;
  /** The name of the policy in force. */
  readonly policy: string;
  /** Phones can be paired from this page. */
  readonly canPair: boolean;
  /** The address for MCP clients; undefined with a stdio client. */
  readonly mcp: string | undefined;
  readonly hands: Hands;
  readonly questions: readonly OpenQuestion[];
  readonly totals: readonly ClientTotals[];
  /** Undefined without a recording on disk. */
  readonly recording: RecordingState | undefined;
  /** Undefined before the first. */
  readonly flowRun: FlowRun | undefined;
}

export interface Hands {
  readonly stopped: boolean;
  /** The devices that a person has taken over. */
  readonly takenOver: readonly string[];
}

/**
 * The header of a picture in a binary message: four bytes with the length of this as JSON, then the JSON, then the picture's
 * bytes.
 */
export interface FrameHead {
  readonly device: string;
  readonly frame: number;
  /** When it was taken, in milliseconds since 1970, and its age when it is sent. */
  readonly at: number;
  readonly age: number;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

const LENGTH_BYTES = 4;

export function packFrame(head: FrameHead, picture: Uint8Array): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const packed = new Uint8Array(LENGTH_BYTES + json.length + picture.length);
  new DataView(packed.buffer).setUint32(0, json.length);
  packed.set(json, LENGTH_BYTES);
  packed.set(picture, LENGTH_BYTES + json.length);
  return packed;
}

export function unpackFrame(packed: ArrayBuffer): { head: FrameHead; picture: Uint8Array<ArrayBuffer> } {
  const start = LENGTH_BYTES + new DataView(packed).getUint32(0);
  const json = new TextDecoder().decode(new Uint8Array(packed, LENGTH_BYTES, start - LENGTH_BYTES));
  // Our own server wrote it with packFrame.
  return { head: JSON.parse(json) as FrameHead, picture: new Uint8Array(packed, start) };
}

export type { Answer };

/** A question of the guard that waits for a person. */
export interface OpenQuestion extends Omit<Question, 'picture'> {
  readonly number: number;
  /** It concerns a place on the screen, so there may be a picture. */
  readonly hasPlace: boolean;
  /** A data address of a picture, if there is one; it may arrive a moment after the question. */
  readonly picture: string | undefined;
  /** When it expires, in milliseconds since 1970 of the server's clock, and the milliseconds left when it is sent. */
  readonly until: number;
  readonly left: number;
}
