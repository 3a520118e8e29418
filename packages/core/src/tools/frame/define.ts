import type * as z from 'zod';
import type { Call } from '../../call/call.ts';
import type { DeviceError, ErrorKind } from '../../device/errors.ts';
import type { Capability, Device, Point } from '../../device/port.ts';
import type { FileEntry } from '../../device/services/files.ts';
import type { Leases } from '../../device/leases.ts';
import type { PicturedSnapshot } from '../../device/session.ts';
import type { Registry } from '../../device/registry.ts';
import type { Element } from '@handeye/screen/snapshot';
import { checked, type CheckOptions } from './arguments.ts';
import type { Limits, ScreenFormat } from './defaults.ts';
import type { Eyes } from './eyes.ts';
import type { Flows } from './flows.ts';
import type { Hands } from './hands.ts';
import type { ToolClass } from '../../guard/act.ts';
import type { Policy } from '../../guard/policy.ts';
import type { ScreenCheck } from '../../guard/screen-check/screen-check.ts';
import type { ConcealedDevice } from '../../guard/secrets/concealed-device.ts';
import type { ContentItem, ToolListing } from './toolbox.ts';
import { withRemarks } from './words.ts';

/** The limits for a device that is slower than others. What comes on top of a wait's own time does not grow: a wait is kept. */
export function limitsFor({ slowness = 1 }: Device, limits: Limits): Limits {
  if (slowness === 1) return limits;
  const grown = (limit: number) => Math.round(limit * slowness);
  return {
    look: grown(limits.look),
    action: grown(limits.action),
    gesture: grown(limits.gesture),
    logs: grown(limits.logs),
    wait: limits.wait,
    tree: grown(limits.tree),
    find: grown(limits.find),
    focus: grown(limits.focus),
    windows: grown(limits.windows),
  };
}

export type { Limits, ScreenFormat } from './defaults.ts';

/** A file as it was read. */
export interface HostFile {
  readonly bytes: Buffer;
  /** Seconds since 1970. */
  readonly modified: number;
}

/** The folder of this computer that the user chose for files. Paths are relative to it. */
export interface FilesFolder {
  path(): Promise<string>;
  read(path: string, most?: number): Promise<Buffer>;
  readFile(path: string, most?: number): Promise<HostFile>;
  write(path: string, bytes: Uint8Array, call: Call): Promise<void>;
  list(path?: string): Promise<readonly FileEntry[]>;
  kindOf(path: string): Promise<FileEntry['kind'] | undefined>;
  delete(path: string, call: Call): Promise<void>;
}

/** How run_steps reaches the other tools: through the same frame as single calls. */
export interface Steps {
  /** Finds the tool, with or without the prefix, and checks its arguments; throws invalid_params. */
  prepare(tool: string, args: unknown, how?: StepOptions): Step;
}

export interface StepOptions {
  /** A flow makes the step: of any toolset, in the form for lean, and only on what is there as the flow has seen it. */
  readonly ofFlow?: boolean;
}

/** How a step goes on from what its caller has just seen. */
export interface StepRun {
  /** The screen that its target was found on: if nothing was done since, the step does not look again. */
  readonly seen: PicturedSnapshot;
}

/** A call whose arguments are right, to be made when its turn comes. */
export interface Step {
  readonly tool: string;
  readonly kind: 'act' | 'wait' | 'read';
  /** How many writes it counts for. */
  readonly writes: number;
  run(call: Call, on?: StepRun): Promise<ToolAnswer>;
}

/** A tool's surroundings while it runs: eyes to read the screen, hands to use it, and the call's own limits. */
export interface ToolContext {
  readonly eyes: Eyes;
  readonly hands: Hands;
  readonly device: Device;
  readonly call: Call;
  /** The other tools, for one that calls them. */
  readonly steps: Steps;
  readonly policy: Policy;
  readonly hostFolder: FilesFolder | undefined;
  /** Saved runs, where the server has them. */
  readonly flows: Flows | undefined;
  /** Who calls, as far as it is known, and what it handed over in this process. */
  readonly client: string;
  readonly request: object | undefined;
  /** Whether no call acts on the device, or waits to. */
  readonly isFree: () => boolean;
  /** The secrets that were used on this device, if the server has any. */
  readonly concealed: ConcealedDevice | undefined;
  readonly screenFormat: ScreenFormat;
  /** How many tokens a screen in lean has at most when a call does not say. */
  readonly maxTokens: number;
  /** How many levels of a tree are shown when a call does not say. */
  readonly treeDepth: number;
  /** Checks texts from beside the screen that the client is shown, and notes warnings about them. */
  readonly showTexts: ScreenCheck['showTexts'];
  /** Reports the progress of a long call, if the client asked for that. */
  readonly progress?: ((message: string) => void) | undefined;
}

/** The same for a tool without a device. */
export interface ServerToolContext {
  readonly registry: Registry;
  readonly call: Call;
  /** Devices that are used with a lease, where there are any; who asks; and who wants to hear how far a wait is. */
  readonly leases: Leases | undefined;
  readonly client: string;
  readonly flows: Flows | undefined;
  readonly progress?: ((message: string) => void) | undefined;
}

type Hints = ToolListing['annotations'];

const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean): Hints => ({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint: true,
});

/** Only looks. */
export const reading = hints(true, false, true);
/** Changes what is shown, nothing else; doing it twice is doing it once. */
export const navigating = hints(false, false, true);
/** Changes what is shown; doing it twice goes further. */
export const moving = hints(false, false, false);
/** Overwrites content; doing it twice is doing it once. */
export const replacing = hints(false, true, true);
/** May do anything that a finger may do. */
export const acting = hints(false, true, false);

type Input = z.ZodObject;
type Output = z.ZodObject | undefined;

/** A tool with an output schema answers with that value; one without, in words or items. */
type Answer<O extends Output> = O extends z.ZodObject
  ? z.infer<O>
  : string | Acted | Waited | readonly ContentItem[];

interface ActedParts {
  /** Remarks behind the sentence. */
  readonly remarks?: readonly (string | undefined)[];
  readonly hit?: Element | Point | undefined;
  readonly effects?: readonly string[];
  readonly failure?: DeviceError | undefined;
  readonly came?: boolean;
  readonly further?: readonly ContentItem[];
}

/** The effect of a tool on the screen: the contract's sentence, and the first lines of an observation. */
export class Acted {
  readonly sentence: string;
  readonly remarks: readonly string[];
  /** The element it was done to, as it was before, or the point that was touched. */
  readonly hit: Element | Point | undefined;
  /** The tool's own findings, a line each: `did not move: this is the end`. */
  readonly effects: readonly string[];
  /** The failure of a tool that did only a part of its work: the answer is an error, and tells what happened. */
  readonly failure: DeviceError | undefined;
  /** False: the tool did not find its target, so steps that rely on it must not be made. */
  readonly came: boolean;
  /** Further items, behind the sentence. */
  readonly further: readonly ContentItem[];

  constructor(
    sentence: string,
    { remarks = [], hit, effects = [], failure, came = true, further = [] }: ActedParts = {},
  ) {
    this.sentence = sentence;
    this.remarks = remarks.filter((remark) => remark !== undefined);
    this.hit = hit;
    this.effects = effects;
    this.failure = failure;
    this.came = came;
    this.further = further;
  }

  /** The first item of the answer. */
  get text(): string {
    return withRemarks(this.sentence, ...this.remarks);
  }

  /** The same with one more remark. */
  remarking(remark: string): Acted {
    const { hit, effects, failure, came, further } = this;
    return new Acted(this.sentence, {
      remarks: [...this.remarks, remark],
      hit,
      effects,
      failure,
      came,
      further,
    });
  }
}

/** The outcome of a wait, in words. A timeout is no error, but steps that rely on the wait must not be made. */
export class Waited {
  readonly text: string;
  readonly came: boolean;

  constructor(text: string, { came }: { readonly came: boolean }) {
    this.text = text;
    this.came = came;
  }
}

interface ToolText<I extends Input, O extends Output> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: Hints;
  /** Its class, for rules that name classes of tools. */
  readonly class: ToolClass;
  readonly input: I;
  readonly output?: O;
  /** For the documentation: arguments of a typical call, and when it fails. */
  readonly example: z.input<I>;
  readonly fails: Readonly<Partial<Record<ErrorKind, string>>>;
  /** Rewords its failures. The arguments are unchecked. */
  readonly reword?: (failure: DeviceError, args: unknown) => DeviceError;
}

export interface ToolDefinition<I extends Input, O extends Output> extends ToolText<I, O> {
  readonly needs?: Capability;
  /** Whether it can change the screen. Default: true unless it only reads. */
  readonly touchesScreen?: boolean;
  /** When its time is over or it is cancelled, it says itself, and at once, how far it came. */
  readonly endsItself?: boolean;
  /** It calls other tools, each of which is judged and recorded by itself. */
  readonly callsTools?: boolean;
  /** It only waits: as a step it may stand before others. */
  readonly onlyWaits?: boolean;
  readonly limit: (limits: Limits, args: z.infer<I>, device: Device) => number;
  /** The milliseconds of its limit that it acts, however fast the device is: a wait for its turn leaves them. Default: none. */
  readonly duration?: (args: z.infer<I>) => number;
  /** How many writes it counts for. Default: one. */
  readonly writes?: (args: z.infer<I>) => number;
  readonly handle: (context: ToolContext, args: z.infer<I>) => Promise<Answer<O>>;
}

export interface ServerToolDefinition<I extends Input, O extends Output> extends ToolText<I, O> {
  /** Default: the limit of an action. */
  readonly limit?: (limits: Limits, args: z.infer<I>) => number;
  readonly handle: (context: ServerToolContext, args: z.infer<I>) => Promise<Answer<O>>;
}

/** The answer of any tool: words, items, or the value of its output schema. */
export type ToolAnswer = string | Acted | Waited | readonly ContentItem[] | Readonly<Record<string, unknown>>;

/** The parts of a tool that are different where screens are lean. Its answer is text. */
export type LeanVariant<I extends Input> = Pick<
  ToolDefinition<I, undefined>,
  'description' | 'limit' | 'handle' | 'writes'
> & {
  readonly input: I;
  readonly example: z.input<I>;
  readonly fails?: ToolText<I, undefined>['fails'];
};

/** A call whose arguments are right, ready to run on a device. */
export interface PreparedCall {
  readonly limit: (limits: Limits, device: Device) => number;
  readonly duration: number;
  readonly writes: number;
  readonly run: (context: ToolContext) => Promise<ToolAnswer>;
}

interface UntypedToolText extends Omit<ToolText<Input, Output>, 'example'> {
  readonly example: Readonly<Record<string, unknown>>;
}

/** A tool as the frame sees it: its types have done their work and are gone. */
export interface DeviceTool extends UntypedToolText {
  readonly runsOn: 'device';
  readonly needs?: Capability | undefined;
  readonly touchesScreen: boolean;
  readonly endsItself?: boolean | undefined;
  readonly callsTools?: boolean | undefined;
  readonly onlyWaits?: boolean | undefined;
  /** The tool where screens are lean, if that is another one. */
  readonly lean?: DeviceTool | undefined;
  /** Checks the arguments; throws invalid_params. */
  prepare(args: unknown, options?: CheckOptions): PreparedCall;
}

/** A tool of the server itself (list_devices): it runs without a device. */
export interface ServerTool extends UntypedToolText {
  readonly runsOn: 'server';
  prepare(args: unknown): {
    limit(limits: Limits): number;
    run(context: ServerToolContext): Promise<ToolAnswer>;
  };
}

export type Tool = DeviceTool | ServerTool;

/** Whether a tool may change something on a device. One of the server itself never does: to lease a device changes nothing on it. */
export function changesDevice({ runsOn, hints }: Tool): boolean {
  return runsOn === 'device' && !hints.readOnlyHint;
}

/** A tool is one object. This gives its handlers the types of its schemas. */
export function defineTool<I extends Input, O extends Output = undefined, L extends Input = I>({
  lean,
  ...definition
}: ToolDefinition<I, O> & { readonly lean?: LeanVariant<L> }): DeviceTool {
  const tool = deviceTool(definition);
  return lean
    ? {
        ...tool,
        lean: deviceTool({ ...definition, duration: () => 0, writes: () => 1, output: undefined, ...lean }),
      }
    : tool;
}

function deviceTool<I extends Input, O extends Output>(definition: ToolDefinition<I, O>): DeviceTool {
  const {
    handle,
    limit,
    duration = () => 0,
    writes = () => 1,
    touchesScreen = !definition.hints.readOnlyHint,
    ...rest
  } = definition;
  return {
    ...rest,
    runsOn: 'device',
    touchesScreen,
    prepare(args, options) {
      const values = checked(definition.input, args, options);
      return {
        limit: (limits, device) => limit(limits, values, device),
        duration: duration(values),
        writes: writes(values),
        run: (context) => handle(context, values),
      };
    },
  };
}

/** Like defineTool, for a tool that needs no device. */
export function defineServerTool<I extends Input, O extends Output = undefined>(
  definition: ServerToolDefinition<I, O>,
): ServerTool {
  const { handle, limit = ({ action }) => action, ...rest } = definition;
  return {
    ...rest,
    runsOn: 'server',
    prepare(args) {
      const values = checked(definition.input, args);
      return { limit: (limits) => limit(limits, values), run: (context) => handle(context, values) };
    },
  };
}
