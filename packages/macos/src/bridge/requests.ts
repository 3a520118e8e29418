import * as z from 'zod';
import { BridgeError } from './errors.ts';
import { type RequestName, type BridgeRequests, type Libraries, macLibraries } from './protocol.ts';

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

const paramSchemas: { readonly [Name in RequestName]: z.ZodType<BridgeRequests[Name]['params']> } = {
  hello: z.object({}),
  applications: z.object({}),
  tree: z.object({
    pid,
    milliseconds,
    nodes: z.int().positive(),
    windowsOnly: z.boolean().exactOptional(),
    openMenusOnly: z.boolean().exactOptional(),
    path: path.exactOptional(),
    electron: z.boolean().exactOptional(),
  }),
  focused: z.object({ pid: pid.exactOptional(), milliseconds }),
  at: z.object({ x: coordinate, y: coordinate, milliseconds }),
  windows: z.object({}),
  perform: z.object({ element, action: z.string().min(1) }),
  setValue: z.object({
    element,
    value: z.union([z.string(), z.number(), z.boolean(), z.object({ share: z.number() })]),
  }),
  select: z.object({
    element,
    range: z.object({ start: z.int().nonnegative(), length: z.int().nonnegative() }),
  }),
  focus: z.object({ element }),
  pointer: z.object({
    moves: z
      .array(z.object({ x: coordinate, y: coordinate, time: z.number().nonnegative().max(60_000) }))
      .min(1),
    button: z.enum(['left', 'right']),
    clicks: z.int().nonnegative().max(3),
    element: element.exactOptional(),
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

/** A request whose parameters are not checked yet. */
const request = z.looseObject({ id: z.int(), method: z.string() });

/** Parses a line; undefined if it is not a request. */
export function readRequest(line: string): z.infer<typeof request> | undefined {
  return request.safeParse(parseJson(line)).data;
}

export function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(paramSchemas, name);
}

/** The checked parameters. Throws an `invalid` error that says what is wrong with them. */
export function readParams<Name extends RequestName>(
  name: Name,
  body: unknown,
): BridgeRequests[Name]['params'] {
  const params = paramSchemas[name].safeParse(body);
  if (!params.success) throw new BridgeError('invalid', `${name}: ${z.prettifyError(params.error)}`);
  return params.data;
}

const libraries = z.object({
  applicationServices: z.string(),
  coreFoundation: z.string(),
  coreGraphics: z.string(),
  objectiveC: z.string(),
  system: z.string(),
});

/** The libraries given as an argument, or the system's own. */
export function readLibraries(argument: string | undefined): Libraries {
  return argument === undefined ? macLibraries : libraries.parse(parseJson(argument));
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
