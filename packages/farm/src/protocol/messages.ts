import * as z from 'zod';
import { errorCodes, type ErrorKind } from '@handeye/core/device/errors';
import { answers } from '@handeye/core/guard/questions';
import { observeModes, screenFormats, toolsetNames } from '@handeye/core/tools/frame/defaults';
import { RANDOM_NAME, TOKEN } from './names.ts';

// Bounds for values that a host repeats in an answer, so that a peer cannot make the answer exceed a message.
const device = z.string().regex(TOKEN);
const random = z.string().regex(RANDOM_NAME);
const toolName = z.string().regex(/^[\w.-]{1,128}$/);

/** A server asks a host to accept a lease that it created. `device` is the name without the host in all of these. */
export const acceptRequest = z.object({ device, id: random, offer: random });

/** The holder's server asks for more time, or gives the device back. Both carry the secret. */
export const renewRequest = z.object({ device, secret: random, minutes: z.number() });
export const releaseRequest = z.object({ device, secret: random });

const failure = z.object({ kind: z.enum(Object.keys(errorCodes) as [ErrorKind]), message: z.string() });

/** The host's answer to these. */
export const leaseAnswer = z.union([
  z.object({ ok: z.literal(true), minutes: z.number() }),
  z.object({ ok: z.literal(false), failure }),
]);
export type LeaseAnswer = z.infer<typeof leaseAnswer>;

/** A tool call for a leased device. The answers come on `subjects.answers(id)`. */
export const callRequest = z.object({
  id: random,
  device,
  secret: random,
  /** Without the server's prefix. */
  tool: toolName,
  args: z.unknown(),
  /** Maximum milliseconds that the server waits. */
  limit: z.number(),
  screen: z.enum(screenFormats),
  observe: z.enum(observeModes).optional(),
  toolsets: z.array(z.enum(toolsetNames)).optional(),
  byPerson: z.boolean().optional(),
  /** Whether the client can be asked, and wants progress messages. */
  canAsk: z.boolean(),
  wantsProgress: z.boolean(),
});
export type CallRequest = z.infer<typeof callRequest>;

/** The host's immediate reply: the call was taken, or why it is refused. */
export const callReply = z.union([z.object({ taken: z.literal(true) }), z.object({ failure })]);
export type CallReply = z.infer<typeof callReply>;

/** Milliseconds between two `alive` events of a call, and of silence after which the host counts as lost. */
export const ALIVE = 1_000;
export const SILENCE = 5_000;

export const cancelRequest = z.object({ id: random });

const facts = z.array(z.string()).optional();

/** guard/questions.ts's `Question` as it is sent. Its picture, a JPEG, is included if it fits into a message. */
const question = z.object({
  tool: z.string(),
  device: z.string(),
  app: z.string().optional(),
  label: z.string().optional(),
  text: z.string().optional(),
  key: z.string().optional(),
  opens: z.string().optional(),
  why: z.string(),
  screen: facts,
  written: facts,
  picture: z.base64().optional(),
});
export type AskedQuestion = z.infer<typeof question>;

/**
 * Events of a call, sent by its host. `begin` is a request before the first write: only if the server answers that it still
 * waits is the device touched, so an abandoned call is not made later. `alive` is sent every ALIVE: a host that is silent for
 * longer than SILENCE is lost. `answer` is a part of the result's JSON; `part` counts from 0.
 */
export const callEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('begin') }),
  z.object({ event: z.literal('alive') }),
  z.object({ event: z.literal('progress'), message: z.string() }),
  z.object({ event: z.literal('ask'), question, limit: z.number() }),
  z.object({
    event: z.literal('answer'),
    part: z.number(),
    parts: z.number(),
    json: z.string(),
  }),
]);
export type CallEvent = z.infer<typeof callEvent>;

/** The server's answer to `begin`. */
export const beginAnswer = z.object({ go: z.boolean() });

/** The server's answer to `ask`, which is a request, too. No `answer`: no person can be reached this way. */
export const askAnswer = z.object({
  answer: z.union([z.enum(answers), z.object({ unanswered: z.string() })]).optional(),
});

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Encodes a message. */
export function encoded(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

/** Decodes a message; undefined if it does not fit the schema: peers may be older, newer or broken. */
export function decoded<S extends z.ZodType>(schema: S, data: Uint8Array): z.infer<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(decoder.decode(data))).data;
  } catch {
    return undefined;
  }
}
