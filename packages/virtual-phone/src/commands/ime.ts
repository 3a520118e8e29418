import type { Program } from '../kernel/process.ts';
import { command, type Call, type Work } from './command.ts';
import type { World } from './world.ts';

/** The keyboard's id, where the phone has one. */
export const keyboardId = 'com.android.inputmethod.latin/.LatinIME';

/** `ime list|enable|disable|set|reset`. */
export function ime(world: World): Program {
  return command(imeService(world));
}

export function imeService({ system }: World): Work {
  const known = system.shape.keyboard ? [keyboardId] : [];
  return async (call) => {
    const [verb = '', ...args] = call.args;
    const id = args.find((arg) => !arg.startsWith('-')) ?? '';
    switch (verb) {
      case 'list':
        for (const one of known) await call.print(args.includes('-s') ? `${one}\n` : details(one));
        return undefined;
      case 'reset':
        return undefined;
      case 'enable':
      case 'disable':
      case 'set':
        break;
      default:
        await call.complain(`Error: unknown command '${verb}'\n`);
        return 1;
    }
    if (!known.includes(id)) return refuse(call, verb, id);
    if (verb === 'set') system.settings.put('secure', 'default_input_method', id);
    await call.print(`Input method ${id} ${results[verb]}\n`);
    return undefined;
  };
}

const results = {
  enable: 'already enabled for user #0',
  disable: 'now disabled for user #0',
  set: 'selected for user #0',
} as const;

async function refuse(call: Call, verb: string, id: string): Promise<number> {
  await call.complain(
    verb === 'set'
      ? `Unknown input method ${id} cannot be selected for user #0\n`
      : `Unknown input method ${id} cannot be ${verb}d for user #0\n`,
  );
  return 255;
}

function details(id: string): string {
  const [packageName = ''] = id.split('/');
  return `${id}:
  mId=${id} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true
  mIsDefaultResId=0x0
  Service:
    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false
    ServiceInfo:
      name=com.android.inputmethod.latin.LatinIME
      packageName=${packageName}
`;
}
