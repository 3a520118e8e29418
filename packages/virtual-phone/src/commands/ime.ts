import type { Program } from '../kernel/process.ts';
import type { Framework } from '../framework/system/framework.ts';
import { command, withArgs, type CommandCall, type CommandHandler } from './command.ts';
import { defaultCommand } from './service-command.ts';
import type { RunningAndroid } from './running-android.ts';

/** The keyboard's id, if the phone has one. */
export const KEYBOARD_ID = 'com.android.inputmethod.latin/.LatinIME';

/** `ime list|enable|disable|set|reset`. */
export function ime(android: RunningAndroid): Program {
  return command(imeService(android));
}

/** `cmd input_method`: since 8 `ime` runs it. */
export function inputMethodService(android: RunningAndroid): CommandHandler {
  const manage = imeService(android);
  return async (call) => {
    const [what, ...args] = call.args;
    return what === 'ime' ? manage(withArgs(call, args)) : defaultCommand(call, SERVICE_HELP);
  };
}

const SERVICE_HELP = 'InputMethodManagerService commands:\n';

function imeService({ framework, packages }: RunningAndroid): CommandHandler {
  return async (call) => {
    const known = [...(framework.shape.keyboard ? [KEYBOARD_ID] : []), ...packages.inputMethods()];
    const enabled = () => enabledMethods(framework, known);
    const [verb = '', ...args] = call.args;
    const id = args.find((arg) => !arg.startsWith('-')) ?? '';
    switch (verb) {
      case 'list':
        for (const one of args.includes('-a') ? known : enabled())
          await call.print(args.includes('-s') ? `${one}\n` : details(one));
        return undefined;
      case 'enable':
      case 'disable':
      case 'set':
        break;
      default:
        return framework.shape.release === 5 ? oldUnknown(call, verb) : unknown(call, verb);
    }
    if (!known.includes(id) || (verb === 'set' && !enabled().includes(id))) return refuse(call, verb, id);
    if (verb === 'set') {
      framework.settings.put('secure', 'default_input_method', id);
      await call.print(`Input method ${id} selected${forUser(framework)}\n`);
      return undefined;
    }
    const was = enabled().includes(id);
    const is = verb === 'enable';
    const rest = enabled().filter((one) => one !== id);
    framework.settings.put('secure', 'enabled_input_methods', [...rest, ...(is ? [id] : [])].join(':'));
    await call.print(
      `Input method ${id}: ${was === is ? 'already' : 'now'} ${is ? 'enabled' : 'disabled'}${forUser(framework)}\n`,
    );
    return undefined;
  };
}

/** By default only the phone's own keyboard is enabled. */
function enabledMethods({ settings }: Framework, known: readonly string[]): readonly string[] {
  const chosen = settings.get('secure', 'enabled_input_methods')?.split(':') ?? [KEYBOARD_ID];
  return known.filter((one) => chosen.includes(one));
}

/** The user is named since Android 10. */
function forUser({ shape }: Framework): string {
  return shape.release >= 12 ? ' for user #0' : '';
}

async function oldUnknown(call: CommandCall, verb: string): Promise<number> {
  await call.complain(`Error: unknown command '${verb}'\n`);
  return 1;
}

async function unknown(call: CommandCall, verb: string): Promise<number> {
  const wantsHelp = verb === '' || verb === 'help' || verb === '-h';
  await call.print(wantsHelp ? IME_HELP : `Unknown command: ${verb}\n`);
  return wantsHelp ? 0 : 255;
}

const IME_HELP = 'ime <command>:\n';

async function refuse(call: CommandCall, verb: string, id: string): Promise<number> {
  await call.complain(
    verb === 'set'
      ? `Unknown input method ${id} cannot be selected for user #0\n`
      : `Unknown input method ${id} cannot be ${verb}d for user #0\n`,
  );
  return 255;
}

function details(id: string): string {
  const [packageName = '', service = ''] = id.split('/');
  const name = service.startsWith('.') ? packageName + service : service;
  return `${id}:
  mId=${id} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true
  mIsDefaultResId=0x0
  Service:
    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false
    ServiceInfo:
      name=${name}
      packageName=${packageName}
`;
}
