import type { Program } from '../kernel/process.ts';
import { command, type CommandCall, type CommandHandler } from './command.ts';
import { defaultCommand } from './service-command.ts';
import type { RunningAndroid } from './running-android.ts';

/** `wm`: the screen's size and density, and overrides of them. Since 7 it is `cmd window`. */
export function wm(android: RunningAndroid): Program {
  return command(windowService(android));
}

/** The window service's shell command. */
export function windowService(android: RunningAndroid): CommandHandler {
  const isOld = android.framework.shape.release === 5;
  return async (call) => {
    const [name = '', ...args] = call.args;
    // The service takes a display with `-d ID`; the old tool takes that for a size and refuses it.
    const rest = isOld ? args : withoutDisplay(args);
    switch (name) {
      case 'size':
        return size(android, call, rest[0]);
      case 'density':
        return density(android, call, rest[0]);
      case 'dismiss-keyguard':
        if (!isOld) return undefined;
    }
    return isOld ? oldUsage(call, name) : defaultCommand(call, USAGE);
  };
}

function withoutDisplay(args: readonly string[]): readonly string[] {
  const at = args.indexOf('-d');
  return at === -1 ? args : [...args.slice(0, at), ...args.slice(at + 2)];
}

async function size(
  { framework }: RunningAndroid,
  call: CommandCall,
  wish: string | undefined,
): Promise<number | undefined> {
  const { shape, display } = framework;
  if (wish === undefined) {
    await call.print(`Physical size: ${shape.width}x${shape.height}\n`);
    if (display.overrideSize === undefined) return undefined;
    const { width, height } = display.overrideSize;
    await call.print(`Override size: ${width}x${height}\n`);
    return undefined;
  }
  if (wish === 'reset') {
    framework.override({ size: undefined });
    return undefined;
  }
  const [, width, height] = /^(\d+)x(\d+)$/.exec(wish) ?? [];
  if (width === undefined || height === undefined)
    return refuse(framework.shape.release, call, `bad size ${wish}`);
  framework.override({ size: { width: Number(width), height: Number(height) } });
  return undefined;
}

async function density(
  { framework }: RunningAndroid,
  call: CommandCall,
  wish: string | undefined,
): Promise<number | undefined> {
  const { shape, display } = framework;
  if (wish === undefined) {
    await call.print(`Physical density: ${shape.density}\n`);
    if (display.overrideDensity !== undefined)
      await call.print(`Override density: ${display.overrideDensity}\n`);
    return undefined;
  }
  if (wish === 'reset') {
    framework.override({ density: undefined });
    return undefined;
  }
  if (!/^\d+$/.test(wish)) return refuse(shape.release, call, `bad number ${wish}`);
  if (Number(wish) < 72) return refuse(shape.release, call, 'density must be >= 72');
  framework.override({ density: Number(wish) });
  return undefined;
}

/** The old tool exits with 0 even then (recorded), the service with -1. */
async function refuse(release: number, call: CommandCall, reason: string): Promise<number> {
  await call.complain(`Error: ${reason}\n`);
  return release === 5 ? 0 : 255;
}

async function oldUsage(call: CommandCall, name: string): Promise<undefined> {
  await call.complain(USAGE5);
  if (name !== '') await call.complain(`\nError: unknown command '${name}'\n`);
}

const USAGE5 = 'usage: wm [subcommand] [options]\n';

const USAGE = 'Window manager (window) commands:\n';
