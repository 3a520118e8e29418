import type { Program } from '../../kernel/process.ts';
import { command, type CommandCall } from '../command.ts';
import type { RunningAndroid } from '../running-android.ts';
import { callClipboard } from './clipboard-service.ts';
import { Parcel, printParcel } from './parcel.ts';
import { serviceInterfaces } from './service-names.ts';

/** `service list|check|call`: binder calls by hand. Only the status bar and the clipboard answer calls. */
export function service({ framework }: RunningAndroid): Program {
  const names = serviceInterfaces();
  return command(async (call) => {
    const [verb = '', name = '', code = '', ...values] = call.args;
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
        return callService(call, framework, { name, code: parseInt(code) || 0, values });
      default:
        await call.print(USAGE);
        return verb === '' ? 0 : 10;
    }
  });
}

interface ServiceCall {
  readonly name: string;
  readonly code: number;
  readonly values: readonly string[];
}

async function callService(
  call: CommandCall,
  framework: RunningAndroid['framework'],
  { name, code, values }: ServiceCall,
): Promise<number> {
  const { parcel, complaint } = parcelOf(values);
  if (complaint !== undefined) await call.complain(`service: ${complaint}\n`);
  // It makes the call with the arguments that it understood, then prints its usage.
  const reply = answerOf(framework, { name, code, data: parcel });
  await call.print(
    `Result: ${reply === undefined ? 'Parcel(Error: 0xffffffb6 "Not a data message")' : printParcel(reply.bytes)}\n`,
  );
  if (complaint === undefined) return 0;
  await call.print(USAGE);
  return 10;
}

function answerOf(
  framework: RunningAndroid['framework'],
  { name, code, data }: { name: string; code: number; data: Parcel },
): Parcel | undefined {
  if (name === 'statusbar') return callStatusBar(framework, code);
  return name === 'clipboard' ? callClipboard(framework, code, data) : undefined;
}

/** IStatusBarService's first two codes on Android 5: 1 expands the notifications, 2 collapses (recorded). */
function callStatusBar(framework: RunningAndroid['framework'], code: number): Parcel | undefined {
  if (code === 1) framework.expandNotifications();
  else if (code === 2) framework.collapseShade();
  else return undefined;
  return new Parcel().writeInt32(0);
}

interface Kind {
  readonly noun: string;
  readonly write: (parcel: Parcel, value: string) => Parcel;
}

/** Kinds of values, parsed as C's functions do: a text that is not a number is 0. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['i32', { noun: 'integer', write: (parcel, value) => parcel.writeInt32(parseInt(value) || 0) }],
  ['s16', { noun: 'string', write: (parcel, value) => parcel.writeString16(value) }],
]);

/** The values after a code as a parcel, up to the first unknown one. */
function parcelOf(values: readonly string[]): { parcel: Parcel; complaint?: string } {
  const parcel = new Parcel();
  const left = [...values];
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    const kind = kinds.get(name);
    if (kind === undefined) return { parcel, complaint: `unknown option ${name}` };
    const value = left.shift();
    if (value === undefined) return { parcel, complaint: `no ${kind.noun} supplied for '${name}'` };
    kind.write(parcel, value);
  }
  return { parcel };
}

async function missing(call: CommandCall, name: string): Promise<number> {
  await call.complain(`service: Service ${name} does not exist\n`);
  return 10;
}

const USAGE = 'Usage: service [-h|-?]\n';
