import type { Reversals } from '../reversals.ts';
import { answer, type Service, type ServiceContext, type ServiceFactory } from './context.ts';

/** `reverse:forward:…`, `killforward:…`, `killforward-all`, `list-forward`: what `adb reverse` asks for. */
export const reverse: ServiceFactory = (request, context) => {
  const { reversals, host } = context;
  const [, verb = '', argument = ''] = /^([^:]*):?([^]*)$/.exec(request) ?? [];
  switch (verb) {
    case 'forward':
      return add(argument, context);
    case 'killforward':
      return reversals.remove(argument, host) ? answer('OKAY') : fail(`listener '${argument}' not found`);
    case 'killforward-all':
      reversals.removeAllOf(host);
      return answer('OKAY');
    case 'list-forward':
      return list(reversals);
    default:
      return undefined;
  }
};

function add(argument: string, { device, reversals, host }: ServiceContext): Service {
  // Before Android 9 a phone that is connected over TCP fails with these words, which say nothing of the cause.
  if (device.release < 9) return fail('more than one device/emulator');
  const [, noRebind, address, target] = /^(norebind:)?([^;]+);([^;]+)$/.exec(argument) ?? [];
  if (address === undefined || target === undefined) return fail(`bad forward: ${argument}`);
  const added = reversals.add(address, { host, target }, noRebind === undefined);
  if (typeof added === 'string') return fail(added);
  // Since Android 8 the port is told for every tcp: address, not only for tcp:0.
  const port = added.address.startsWith('tcp:') ? counted(added.address.slice('tcp:'.length)) : '';
  return answer(`OKAY${port}`);
}

/** The only answer without a status before it. */
function list(reversals: Reversals): Service {
  return answer(counted(reversals.list()));
}

function fail(message: string): Service {
  return answer(`FAIL${counted(message)}`);
}

/** A text preceded by its length in four hexadecimal digits. */
function counted(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, '0') + text;
}
