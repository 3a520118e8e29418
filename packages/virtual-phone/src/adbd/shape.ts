import type { AdbdDevice } from './device.ts';
import type { AndroidRelease } from '../kernel/release.ts';
import { FIRST_MAX_PAYLOAD, MAX_PAYLOAD, VERSION_WITH_CHECKSUM, VERSION_WITHOUT_CHECKSUM } from './packet.ts';

/** What the daemon of a release says of itself in the handshake. */
export interface Shape {
  readonly version: number;
  readonly maxPayload: number;
  /** Only what works here: a host uses whatever is announced. Real phones add some we lack (apex, compression). */
  readonly features: readonly string[];
}

const ANDROID_9 = ['shell_v2', 'cmd', 'stat_v2', 'fixed_push_mkdir'];
const ANDROID_12 = [...ANDROID_9, 'ls_v2', 'abb', 'abb_exec', 'fixed_push_symlink_timestamp', 'sendrecv_v2'];

const SHAPES: Record<AndroidRelease, Shape> = {
  5: { version: VERSION_WITH_CHECKSUM, maxPayload: FIRST_MAX_PAYLOAD, features: [] },
  9: { version: VERSION_WITHOUT_CHECKSUM, maxPayload: MAX_PAYLOAD, features: ANDROID_9 },
  12: { version: VERSION_WITHOUT_CHECKSUM, maxPayload: MAX_PAYLOAD, features: ANDROID_12 },
  14: {
    version: VERSION_WITHOUT_CHECKSUM,
    maxPayload: MAX_PAYLOAD,
    features: [...ANDROID_12, 'delayed_ack'],
  },
};

/** The shape of the daemon on an Android release. */
export function shapeOf(release: AndroidRelease): Shape {
  return SHAPES[release];
}

/** What the phone calls itself: `device::ro.product.name=…;…;features=…`, of which `adb devices -l` is made. */
export function bannerOf(device: AdbdDevice): string {
  const { features } = shapeOf(device.release);
  const properties = ['ro.product.name', 'ro.product.model', 'ro.product.device'].map(
    (name) => `${name}=${device.property(name) ?? ''};`,
  );
  const announced = features.length === 0 ? '' : `features=${features.join(',')}`;
  return `device::${properties.join('')}${announced}`;
}

/** The features in a banner. */
export function featuresIn(banner: string): readonly string[] {
  const [, list] = /(?:^|[:;])features=([^;\0]*)/.exec(banner) ?? [];
  return list === undefined ? [] : list.split(',');
}
