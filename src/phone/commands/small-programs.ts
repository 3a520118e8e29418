import type { Program } from '../process.ts';
import { command } from './command.ts';
import type { World } from './world.ts';

/** `run-as PACKAGE …`: no app of this phone is debuggable, so it always refuses, in the words of its release. */
export function runAs({ system, packages }: World): Program {
  return command(async (call) => {
    const name = call.args.find((arg) => !arg.startsWith('-'));
    if (name === undefined) {
      await call.complain('run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]\n');
      return 1;
    }
    const quoted = system.shape.release === 5 ? `Package '${name}'` : `package not debuggable: ${name}`;
    if (packages.get(name) === undefined)
      await call.complain(
        system.shape.release === 5 ? `run-as: ${quoted} is unknown\n` : `run-as: unknown package: ${name}\n`,
      );
    else
      await call.complain(`run-as: ${system.shape.release === 5 ? `${quoted} is not debuggable` : quoted}\n`);
    return 1;
  });
}

/** `reboot [reason]`. */
export function reboot(world: World): Program {
  return command((call) => {
    world.reboot(call.args.find((arg) => !arg.startsWith('-')) ?? '');
    return Promise.resolve(0);
  });
}

/** `getenforce`: SELinux stands in the way of nothing here, but a phone says that it does. */
export function getenforce({ system }: World): Program {
  return command(async (call) => {
    await call.print(system.shape.release === 5 ? 'Permissive\n' : 'Enforcing\n');
    return undefined;
  });
}

/** `log [-p PRIORITY] [-t TAG] TEXT…`: writes a line of its own into the log. */
export function log({ system }: World): Program {
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
    system.log.write({ pid: call.pid, level, tag, message: args.join(' ') });
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
