import type { Program } from '../kernel/process.ts';
import { activityService } from './am/am.ts';
import { appOpsService } from './permissions/appops.ts';
import { command, withArgs, type CommandCall, type CommandHandler } from './command.ts';
import { inputMethodService } from './ime.ts';
import { inputService } from './input/input.ts';
import { notificationService } from './notification/command.ts';
import { packageService } from './pm/pm.ts';
import { bluetoothService, locationService, phoneService, wifiService } from './radios.ts';
import { defaultCommand } from './service-command.ts';
import { serviceInterfaces } from './binder/service-names.ts';
import { settingsService } from './settings/settings.ts';
import { windowService } from './wm.ts';
import type { RunningAndroid } from './running-android.ts';

/** `cmd SERVICE …` (7+): a system service's shell command. */
export function cmd(android: RunningAndroid): Program {
  const services = new Map(
    Object.entries<CommandHandler>({
      activity: activityService(android),
      appops: appOpsService(android),
      connectivity: connectivity(android),
      content: syncStatistics,
      ...(android.framework.shape.release >= 12 && {
        bluetooth_manager: bluetoothService(android),
        input: inputService(android),
        phone: phoneService(android),
      }),
      input_method: inputMethodService(android),
      location: locationService(android),
      notification: notificationService(android),
      package: packageService(android),
      power: power(android),
      settings: settingsService(android),
      statusbar: statusBar(android),
      uimode: uiMode(android),
      wifi: wifiService(android),
      window: windowService(android),
    }),
  );
  return command(async (call) => {
    // -w waits for the service (11+); here every service runs from the start, and an unknown one never appears.
    const waits = call.args[0] === '-w' && android.framework.shape.release >= 12;
    const [name, ...args] = waits ? call.args.slice(1) : call.args;
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
    if (serviceInterfaces().has(name)) return unimplemented(call);
    if (waits) await forever(call.signal);
    return missing(call, name);
  });
}

function forever(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('ended'));
    };
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

/** The answer of a service without a shell command, such as AOSP's clipboard. */
async function unimplemented(call: CommandCall): Promise<number> {
  await call.complain('No shell command implementation.\n');
  return 255;
}

async function missing(call: CommandCall, name: string): Promise<number> {
  await call.complain(`cmd: Can't find service: ${name}\n`);
  return 20;
}

const STATUS_BAR_HELP = 'Status bar commands:\n';

function statusBar({ framework }: RunningAndroid): CommandHandler {
  return async (call) => {
    switch (call.args[0] ?? '') {
      case 'expand-notifications':
        framework.expandNotifications();
        return undefined;
      case 'expand-settings':
        framework.expandQuickSettings();
        return undefined;
      case 'collapse':
        framework.collapseShade();
        return undefined;
      default:
        return defaultCommand(call, STATUS_BAR_HELP);
    }
  };
}

const UI_MODE_HELP = 'UiModeManager service (uimode) commands:\n';

function uiMode({ framework }: RunningAndroid): CommandHandler {
  return async (call) => {
    const { configuration, settings } = framework;
    const [what, mode] = call.args;
    if (what !== 'night') return defaultCommand(call, UI_MODE_HELP);
    if (mode === 'yes' || mode === 'no') configuration.update({ night: mode === 'yes' });
    else if (mode === 'auto') settings.put('secure', 'ui_night_mode', '0');
    else if (mode !== undefined) {
      await call.complain(`Error: mode must be 'yes', 'no', or 'auto'\n`);
      return 255;
    }
    const isAuto = settings.get('secure', 'ui_night_mode') === '0';
    await call.print(`Night mode: ${isAuto ? 'auto' : configuration.night ? 'yes' : 'no'}\n`);
    return undefined;
  };
}

const CONNECTIVITY_HELP = 'Connectivity service commands:\n';

function connectivity({ framework }: RunningAndroid): CommandHandler {
  return async (call) => {
    const [what, wish] = call.args;
    if (what !== 'airplane-mode') return defaultCommand(call, CONNECTIVITY_HELP);
    if (wish === undefined) await call.print(framework.radios.airplane ? 'enabled\n' : 'disabled\n');
    else if (wish === 'enable' || wish === 'disable') framework.radios.setAirplane(wish === 'enable');
    else return defaultCommand(call, CONNECTIVITY_HELP);
    return undefined;
  };
}

const POWER_HELP = 'Power manager (power) commands:\n';

function power({ framework }: RunningAndroid): CommandHandler {
  return async (call) => {
    const [what, mode = ''] = call.args;
    if (what !== 'set-mode') return defaultCommand(call, POWER_HELP);
    if (!/^-?\d+$/.test(mode)) {
      await call.print(`Error: java.lang.NumberFormatException: For input string: "${mode}"\n`);
      return 255;
    }
    framework.settings.put('global', 'low_power', mode === '1' ? '1' : '0');
    return undefined;
  };
}

/** `cmd content`: this phone does not synchronise, so there are no statistics to reset. */
const syncStatistics: CommandHandler = (call) =>
  call.args[0] === 'reset-today-stats'
    ? Promise.resolve(undefined)
    : defaultCommand(call, 'Content service commands:\n');
