import type { Program } from '../kernel/process.ts';
import { command } from './command.ts';
import type { RunningAndroid } from './running-android.ts';

const radios: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    wifi: 'wifi_on',
    data: 'mobile_data',
    bluetooth: 'bluetooth_on',
  }),
);

/** `svc power stayon …`, `svc wifi|data|bluetooth enable|disable`, `svc power reboot`. */
export function svc(android: RunningAndroid): Program {
  const { settings } = android.framework;
  return command(async (call) => {
    const [name = '', verb, value] = call.args;
    const radio = radios.get(name);
    if (radio !== undefined && (verb === 'enable' || verb === 'disable')) {
      settings.put('global', radio, verb === 'enable' ? '1' : '0');
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
