import type { Program } from '../kernel/process.ts';
import { activityService } from './am/index.ts';
import { command, withArgs, type Call, type Work } from './command.ts';
import { imeService } from './ime.ts';
import { inputService } from './input/index.ts';
import { packageService } from './pm/index.ts';
import { serviceInterfaces } from './binder/service-names.ts';
import { settingsService } from './settings/settings.ts';
import { windowService } from './wm.ts';
import type { World } from './world.ts';

/** `cmd SERVICE …` (7+): a system service's own shell command. */
export function cmd(world: World): Program {
  const services = new Map(
    Object.entries<Work>({
      activity: activityService(world),
      connectivity: connectivity(world),
      ...(world.system.shape.release >= 12 && { input: inputService(world) }),
      input_method: imeService(world),
      notification: notification(world),
      package: packageService(world),
      settings: settingsService(world),
      statusbar: statusBar(world),
      uimode: uiMode(world),
      window: windowService(world),
    }),
  );
  return command(async (call) => {
    const [name, ...args] = call.args;
    if (name === undefined) {
      await call.complain('cmd: No service specified; use -l to list all services\n');
      return 20;
    }
    if (name === '-l') {
      await call.print(
        `Currently running services:\n${[...serviceInterfaces().keys()].map((one) => `  ${one}\n`).join('')}`,
      );
      return undefined;
    }
    const service = services.get(name);
    if (service !== undefined) return service(withArgs(call, args));
    return serviceInterfaces().has(name) ? unimplemented(call) : missing(call, name);
  });
}

/** What a service without a shell command answers: clipboard is one in AOSP. */
async function unimplemented(call: Call): Promise<number> {
  await call.complain('No shell command implementation.\n');
  return 255;
}

async function missing(call: Call, name: string): Promise<number> {
  await call.complain(`cmd: Can't find service: ${name}\n`);
  return 20;
}

async function unknown(call: Call): Promise<number> {
  await call.print(`Unknown command: ${call.args[0] ?? ''}\n`);
  return 255;
}

function statusBar({ system }: World): Work {
  return async (call) => {
    switch (call.args[0] ?? '') {
      case 'expand-notifications':
        system.expandNotifications();
        return undefined;
      case 'expand-settings':
        system.expandQuickSettings();
        return undefined;
      case 'collapse':
        system.collapseShade();
        return undefined;
      default:
        return unknown(call);
    }
  };
}

const nightModes: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ no: '1', yes: '2', auto: '0' }),
);

function uiMode({ system }: World): Work {
  return async (call) => {
    const [what, mode] = call.args;
    if (what !== 'night') return unknown(call);
    const wanted = nightModes.get(mode ?? '');
    if (wanted !== undefined) system.settings.put('secure', 'ui_night_mode', wanted);
    const current = system.settings.get('secure', 'ui_night_mode') ?? '1';
    const [name = 'no'] = [...nightModes].find(([, value]) => value === current) ?? [];
    await call.print(`Night mode: ${name}\n`);
    return undefined;
  };
}

function connectivity({ system }: World): Work {
  return async (call) => {
    const [what, wish] = call.args;
    if (what !== 'airplane-mode') return unknown(call);
    if (wish === undefined)
      await call.print(system.settings.isOn('global', 'airplane_mode_on') ? 'enabled\n' : 'disabled\n');
    else system.settings.put('global', 'airplane_mode_on', wish === 'enable' ? '1' : '0');
    return undefined;
  };
}

/** `cmd notification post [flags] TAG TEXT`: a notification of the shell itself. */
function notification({ system }: World): Work {
  return async (call) => {
    const [verb, ...args] = call.args;
    if (verb !== 'post') return unknown(call);
    const title = args.find((_arg, at) => args[at - 1] === '-t' || args[at - 1] === '--title') ?? 'Shell';
    const [tag = '', text = ''] = args.slice(-2);
    const id = Array.from(tag).reduce(
      (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 100_000,
      7,
    );
    system.notifications.post({ id, package: 'com.android.shell', title, text, time: system.clock.now() });
    return undefined;
  };
}
