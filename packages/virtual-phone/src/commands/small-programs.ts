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

/** `getenforce`: SELinux is not simulated, but a real phone says that it enforces. */
export function getenforce({ framework }: RunningAndroid): Program {
  return command(async (call) => {
    await call.print(framework.shape.release === 5 ? 'Permissive\n' : 'Enforcing\n');
    return undefined;
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
