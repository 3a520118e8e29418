import { type CommandCall, type CommandHandler, command } from './command.ts';
import type { RunningAndroid } from './running-android.ts';
import type { Framework } from '../framework/system/framework.ts';
import type { Program } from '../kernel/process.ts';

/** `cmd wifi|phone|bluetooth_manager|location`: switches radios through their services, like the switches in Settings. */

const NETWORK = 'Lighthouse';

async function unknown(call: CommandCall): Promise<number> {
  await call.print(`Unknown command: ${call.args[0] ?? ''}\n`);
  return 255;
}

async function help(call: CommandCall, text: string): Promise<number> {
  await call.print(text);
  return call.args[0] === undefined ? 255 : 0;
}

function asksHelp([verb]: readonly string[]): boolean {
  return verb === undefined || verb === 'help' || verb === '-h';
}

/** Before Android 11 the service accepted only root. */
export function wifiService({ framework }: RunningAndroid): CommandHandler {
  const { radios, shape } = framework;
  return async (call) => {
    const [verb, value] = call.args;
    if (asksHelp(call.args)) return help(call, WIFI_USAGE);
    if (shape.release < 12) {
      await call.print(
        'Exception: java.lang.SecurityException: Uid 2000 does not have access to wifi commands\n',
      );
      return 255;
    }
    switch (verb ?? '') {
      case 'set-wifi-enabled':
        if (value !== 'enabled' && value !== 'disabled') {
          await call.print(
            `Invalid args to set-wifi-enabled - Expected 'enabled' or 'disabled' but got '${value ?? ''}'\n`,
          );
          return 255;
        }
        radios.setWifi(value === 'enabled');
        return undefined;
      case 'status':
        await call.print(
          radios.wifi
            ? `Wifi is enabled\nWifi scanning is only available when wifi is enabled\nWifi is connected to "${NETWORK}"\n`
            : 'Wifi is disabled\nWifi scanning is only available when wifi is enabled\n',
        );
        return undefined;
      default:
        return unknown(call);
    }
  };
}

const WIFI_USAGE = 'Wi-Fi (wifi) commands:\n';

/** There is no SIM, but mobile data can be switched. */
export function phoneService({ framework }: RunningAndroid): CommandHandler {
  return async (call) => {
    const [verb, value] = call.args;
    if (asksHelp(call.args))
      return help(call, 'Telephony (phone) commands:\n  help\n  data\n    enable | disable\n');
    if (verb !== 'data' || (value !== 'enable' && value !== 'disable')) return unknown(call);
    framework.radios.setData(value === 'enable');
    return undefined;
  };
}

export function bluetoothService({ framework }: RunningAndroid): CommandHandler {
  const { settings } = framework;
  return async (call) => {
    const [verb] = call.args;
    if (asksHelp(call.args))
      return help(call, 'Bluetooth Manager Commands:\n  help or -h\n  enable\n  disable\n');
    if (verb !== 'enable' && verb !== 'disable') return unknown(call);
    settings.put('global', 'bluetooth_on', verb === 'enable' ? '1' : '0');
    await call.print(`${verb}: Success\n`);
    return undefined;
  };
}

export function locationService({ framework }: RunningAndroid): CommandHandler {
  const { settings, shape } = framework;
  return async (call) => {
    const [verb, ...args] = call.args;
    if (asksHelp(call.args))
      return help(
        call,
        'Location service commands:\n  help or -h\n  is-location-enabled [--user <USER_ID>]\n  set-location-enabled true|false [--user <USER_ID>]\n',
      );
    if (shape.release >= 12 && verb === 'is-location-enabled') {
      await call.print(`${settings.isOn('secure', 'location_mode')}\n`);
      return undefined;
    }
    const value = args.find((arg) => arg === 'true' || arg === 'false');
    if (shape.release < 12 || verb !== 'set-location-enabled' || value === undefined) return unknown(call);
    settings.put('secure', 'location_mode', value === 'true' ? '3' : '0');
    return undefined;
  };
}

const switches: ReadonlyMap<string, (framework: Framework, on: boolean) => void> = new Map(
  Object.entries<(framework: Framework, on: boolean) => void>({
    wifi: ({ radios }, on) => {
      radios.setWifi(on);
    },
    data: ({ radios }, on) => {
      radios.setData(on);
    },
    bluetooth: ({ settings }, on) => {
      settings.put('global', 'bluetooth_on', on ? '1' : '0');
    },
  }),
);

/** `svc power stayon …`, `svc wifi|data|bluetooth enable|disable`, `svc power reboot`. */
export function svc(android: RunningAndroid): Program {
  const { settings } = android.framework;
  return command(async (call) => {
    const [name = '', verb, value] = call.args;
    const change = switches.get(name);
    if (change !== undefined && (verb === 'enable' || verb === 'disable')) {
      change(android.framework, verb === 'enable');
      return undefined;
    }
    if (name === 'power' && verb === 'stayon') {
      settings.put('global', 'stay_on_while_plugged_in', value === 'false' ? '0' : '7');
      return undefined;
    }
    if (name === 'power' && verb === 'reboot') {
      android.reboot(value ?? '');
      return undefined;
    }
    await call.complain(USAGE);
    return 1;
  });
}

const USAGE = 'Available commands:\n';
