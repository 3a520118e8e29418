import * as z from 'zod';
import { BridgeError } from './errors.ts';
import { type AskName, type Asks, type Libraries, macLibraries } from './protocol.ts';

const pid = z.int32().positive();
const milliseconds = z.number().positive().max(600_000);
const coordinate = z.number().min(-1e6).max(1e6);
const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const path = z.array(z.int().nonnegative()).max(1000);
const element = z.object({
  pid,
  path,
  role: z.string(),
  subrole: z.string().exactOptional(),
  title: z.string().exactOptional(),
  description: z.string().exactOptional(),
  identifier: z.string().exactOptional(),
  bounds: box.exactOptional(),
});

/** What each ask must look like. */
const asks: { readonly [Name in AskName]: z.ZodType<Asks[Name]['ask']> } = {
  hello: z.object({}),
  applications: z.object({}),
  tree: z.object({
    pid,
    milliseconds,
    nodes: z.int().positive(),
    windowsOnly: z.boolean().exactOptional(),
    openMenusOnly: z.boolean().exactOptional(),
    along: path.exactOptional(),
    electron: z.boolean().exactOptional(),
  }),
  focused: z.object({ pid: pid.exactOptional(), milliseconds }),
  at: z.object({ x: coordinate, y: coordinate, milliseconds }),
  windows: z.object({}),
  perform: z.object({ element, action: z.string().min(1) }),
  setValue: z.object({ element, value: z.union([z.string(), z.number(), z.boolean()]) }),
  focus: z.object({ element }),
  pointer: z.object({
    moves: z
      .array(z.object({ x: coordinate, y: coordinate, time: z.number().nonnegative().max(60_000) }))
      .min(1),
    button: z.enum(['left', 'right']),
    clicks: z.int().nonnegative().max(3),
  }),
  wheel: z.object({
    x: coordinate,
    y: coordinate,
    lines: z.object({ x: z.int().min(-1000).max(1000), y: z.int().min(-1000).max(1000) }),
  }),
  key: z.object({
    code: z.int().min(0).max(0xffff),
    modifiers: z.array(z.enum(['command', 'shift', 'option', 'control'])).exactOptional(),
  }),
  text: z.object({ text: z.string() }),
};

/** A request of which nothing is known yet but what it asks for. */
const request = z.looseObject({ id: z.int(), ask: z.string() });

/** Takes a line apart; undefined when it is no request. */
export function readRequest(line: string): z.infer<typeof request> | undefined {
  return request.safeParse(parsed(line)).data;
}

export function isAskName(name: string): name is AskName {
  return Object.hasOwn(asks, name);
}

/** What is asked, or an `invalid` error that says what is wrong with it. */
export function readAsk<Name extends AskName>(name: Name, body: unknown): Asks[Name]['ask'] {
  const ask = asks[name].safeParse(body);
  if (!ask.success) throw new BridgeError('invalid', `${name}: ${z.prettifyError(ask.error)}`);
  return ask.data;
}

const libraries = z.object({
  applicationServices: z.string(),
  coreFoundation: z.string(),
  coreGraphics: z.string(),
  objectiveC: z.string(),
  system: z.string(),
});

/** The libraries that an argument names; the Mac's own without one. */
export function readLibraries(argument: string | undefined): Libraries {
  return argument === undefined ? macLibraries : libraries.parse(parsed(argument));
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
