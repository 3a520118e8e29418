import { invalidParams } from '../../device/errors.ts';
import { type ObserveMode, observeModes } from './defaults.ts';

/** What the frame itself takes of a call's arguments, and what is left for the tool. */
export interface FrameArguments {
  readonly device: string | undefined;
  readonly observe: ObserveMode | undefined;
  readonly rest: unknown;
}

/** Which of them a tool has in its list of parameters. */
export interface Takes {
  readonly device: boolean;
  readonly observe: boolean;
}

/** Splits what a client sent: with several devices each tool takes `device`, those that touch the screen `observe`. */
export function frameArguments(args: unknown, takes: Takes): FrameArguments {
  const { taken: device, rest: others } = taken(args, 'device', takes.device);
  const { taken: observe, rest } = taken(others, 'observe', takes.observe);
  return { device: deviceOf(device), observe: observeOf(observe), rest };
}

function taken(args: unknown, name: string, isTaken: boolean): { taken: unknown; rest: unknown } {
  if (!isTaken || typeof args !== 'object' || args === null || !Object.hasOwn(args, name))
    return { taken: undefined, rest: args };
  const { [name]: value, ...rest } = args as Readonly<Record<string, unknown>>;
  return { taken: value ?? undefined, rest };
}

function deviceOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw invalidParams("Parameter 'device' must be a string");
}

function observeOf(value: unknown): ObserveMode | undefined {
  const known = observeModes.find((mode) => mode === value);
  if (value === undefined || known !== undefined) return known;
  throw invalidParams(`Parameter 'observe' must be one of: ${observeModes.join(', ')}`);
}
