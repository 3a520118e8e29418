import type { Program } from '../kernel/process.ts';
import { command } from './command.ts';
import type { RunningAndroid } from './running-android.ts';

/** `run-as PACKAGE …`: no app of this phone is debuggable, so it always refuses, with the message of its release. */
export function runAs({ framework, packages }: RunningAndroid): Program {
  return command(async (call) => {
    const name = call.args.find((arg) => !arg.startsWith('-'));
    if (name === undefined) {
      await call.complain('run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]\n');
      return 1;
    }
    const isKnown = packages.get(name) !== undefined;
    const words = framework.shape.release === 5 ? oldRefusals(name) : refusals(name);
    await call.complain(`run-as: ${isKnown ? words.notDebuggable : words.unknown}\n`);
    return 1;
  });
}

function oldRefusals(name: string) {
  return { unknown: `Package '${name}' is unknown`, notDebuggable: `Package '${name}' is not debuggable` };
}

function refusals(name: string) {
  return { unknown: `unknown package: ${name}`, notDebuggable: `package not debuggable: ${name}` };
}

/** `reboot [reason]`. */
export function reboot(android: RunningAndroid): Program {
  return command((call) => {
    android.reboot(call.args.find((arg) => !arg.startsWith('-')) ?? '');
    return Promise.resolve(0);
  });
}

/** `log [-p PRIORITY] [-t TAG] TEXT…`: writes a line to the log. */
export function log({ framework }: RunningAndroid): Program {
  return command(async (call) => {
    const args = [...call.args];
    let level: 'V' | 'D' | 'I' | 'W' | 'E' | 'F' = 'I';
    let tag = 'log';
    while (args[0]?.startsWith('-') === true) {
      const option = args.shift();
      const value = args.shift() ?? '';
      if (option === '-t') tag = value;
      else if (option === '-p') level = levels[value.toLowerCase().charAt(0)] ?? 'I';
    }
    if (args.length === 0) {
      await call.complain('USAGE: log [-p priorityChar] [-t tag] message\n');
      return 1;
    }
    framework.log.write({ pid: call.pid, level, tag, message: args.join(' ') });
    return undefined;
  });
}

const levels: Readonly<Record<string, 'V' | 'D' | 'I' | 'W' | 'E' | 'F'>> = {
  v: 'V',
  d: 'D',
  i: 'I',
  w: 'W',
  e: 'E',
  f: 'F',
  s: 'F',
};

/** The services that `stop` stops and `start` starts without a name. */
const commonServices = ['netd', 'surfaceflinger', 'zygote', 'zygote_secondary'];

/**
 * `start [SERVICE…]` and `stop [SERVICE…]`: root only since Android 7. Android 5's daemon is root here, so the request
 * shows in `init.svc.SERVICE`. The phone's screen keeps working in any case: its services are not processes of init.
 */
function controlServices(verb: 'start' | 'stop') {
  return ({ framework, properties }: RunningAndroid): Program =>
    command(async (call) => {
      const { release } = framework.shape;
      if (release >= 12 && call.args[0] === '--help') {
        const does = verb === 'start' ? 'Starts' : 'Stops';
        await call.print(
          `usage: ${verb} [SERVICE...]\n\n${does} the given system service, or netd/surfaceflinger/zygotes.\n`,
        );
        return 0;
      }
      if (release >= 9) {
        // Android 9 has toybox's, with another message for the same refusal.
        await call.complain(release >= 12 ? 'Must be root\n' : `${verb}: must be root\n`);
        return 1;
      }
      const services = call.args.length > 0 ? call.args.slice(0, 1) : commonServices;
      for (const service of services) {
        const property = `init.svc.${service}`;
        if (properties.get(property) !== undefined) {
          properties.set(property, verb === 'start' ? 'running' : 'stopped');
        }
      }
      return 0;
    });
}

export const start = controlServices('start');
export const stop = controlServices('stop');
