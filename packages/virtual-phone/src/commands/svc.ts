import type { Framework } from '../framework/system/framework.ts';
import type { Program } from '../kernel/process.ts';
import { command } from './command.ts';
import type { RunningAndroid } from './running-android.ts';

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

const USAGE = `Available commands:
    help     Show information about the subcommands
    power    Control the power manager
    data     Control mobile data connectivity
    wifi     Control the Wi-Fi manager
    bluetooth Control Bluetooth service
`;
