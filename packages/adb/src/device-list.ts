import type { Banner } from './transport.ts';
import type { DeviceState } from './unreachable.ts';

/** A phone as the adb server lists it. */
export interface ListedDevice extends Banner {
  readonly serial: string;
  readonly state: DeviceState;
}

/** Reads the answer to `devices-l`: serial, state, then `product:x model:y device:z transport_id:n` where known. */
export function parseDeviceList(text: string): ListedDevice[] {
  return text.split('\n').flatMap((line) => {
    // The state may be a sentence: "no permissions (user in plugdev group; …); see [http://…]".
    const [, serial, state, details] = /^(\S+)\s+(\S.*?)((?:\s+[a-z_]+:\S*)*)\s*$/.exec(line) ?? [];
    if (serial === undefined || state === undefined) return [];
    const known = new Map(
      [...(details ?? '').matchAll(/([a-z_]+):(\S+)/g)].map(([, key, value]) => [key, value]),
    );
    return [
      {
        serial,
        state: state.startsWith('no permissions') ? 'no permissions' : state,
        product: known.get('product'),
        model: known.get('model'),
        device: known.get('device'),
      },
    ];
  });
}
