import type { Program } from '../process.ts';
import { command, type Call } from './command.ts';
import { serviceInterfaces } from './service-names.ts';
import type { World } from './world.ts';

/** `service list|check|call`: binder by hand. Only the status bar does something: Android 5 has no better way to it. */
export function service({ system }: World): Program {
  const names = serviceInterfaces();
  return command(async (call) => {
    const [verb = '', name = '', code] = call.args;
    switch (verb) {
      case 'list': {
        await call.print(`Found ${names.size} services:\n`);
        const lines = [...names].map(([one, type], place) => `${place}\t${one}: [${type}]\n`);
        await call.print(lines.join(''));
        return undefined;
      }
      case 'check':
        await call.print(`Service ${name}: ${names.has(name) ? 'found' : 'not found'}\n`);
        return undefined;
      case 'call':
        if (!names.has(name)) return missing(call, name);
        await call.print(name === 'statusbar' ? callStatusBar(system, code) : notUnderstood);
        return undefined;
      default:
        await call.print(usage);
        return verb === '' ? 0 : 10;
    }
  });
}

const done = "Result: Parcel(00000000    '....')\n";
const notUnderstood = 'Result: Parcel(Error: 0xffffffb6 "Not a data message")\n';

/** IStatusBarService's first two codes on Android 5: 1 expands the notifications, 2 collapses (recorded). */
function callStatusBar(system: World['system'], code: string | undefined): string {
  if (code === '1') system.expandNotifications();
  else if (code === '2') system.collapseShade();
  else return notUnderstood;
  return done;
}

async function missing(call: Call, name: string): Promise<number> {
  await call.complain(`service: Service ${name} does not exist\n`);
  return 10;
}

const usage = `Usage: service [-h|-?]
       service list
       service check SERVICE
       service call SERVICE CODE [i32 N | i64 N | f N | d N | s16 STR ] ...
`;
