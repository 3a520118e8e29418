import type { AndroidRelease } from '../../kernel/release.ts';
import { Listeners } from '../../kernel/listeners.ts';
import type { PhoneShape } from '../../framework/system/shape.ts';

const versions: Readonly<Record<AndroidRelease, { name: string; build: string; patch: string }>> = {
  5: { name: '5.1.1', build: 'LMY48M', patch: '2015-09-01' },
  9: { name: '9', build: 'PQ3A.190801.002', patch: '2019-08-01' },
  12: { name: '12', build: 'SP1A.210812.016', patch: '2021-11-05' },
  14: { name: '14', build: 'UP1A.231005.007', patch: '2023-10-05' },
};

/** The phone's name for itself. It does not pretend to be real hardware. */
export const MODEL = 'Handeye Virtual Phone';

/** System properties: what `getprop` shows and `setprop` changes. */
export class Properties {
  private readonly values: Map<string, string>;
  readonly #listeners = new Listeners<[name: string]>();

  constructor(shape: PhoneShape, serial: string) {
    this.values = new Map(Object.entries(factoryProperties(shape, serial)));
  }

  get(name: string): string | undefined {
    return this.values.get(name);
  }

  /** False for a property that is set in the factory or at boot and cannot change. */
  set(name: string, value: string): boolean {
    if (name.startsWith('ro.') && this.values.has(name)) return false;
    this.values.set(name, value);
    this.#listeners.emit(name);
    return true;
  }

  /** Calls back for every change until the returned function is called. */
  follow(listener: (name: string) => void): () => void {
    return this.#listeners.add(listener);
  }

  list(): readonly (readonly [string, string])[] {
    return [...this.values].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** /system/build.prop: the properties of the build. */
  buildFile(): string {
    const lines = this.list().filter(([name]) => name.startsWith('ro.'));
    return lines.map(([name, value]) => `${name}=${value}\n`).join('');
  }
}

function factoryProperties(shape: PhoneShape, serial: string): Readonly<Record<string, string>> {
  const { name, build, patch } = versions[shape.release];
  const fingerprint = `handeye/virtual/virtual:${name}/${build}/1:user/release-keys`;
  return {
    'dalvik.vm.heapsize': '512m',
    'debug.sf.nobootanimation': '1',
    'dev.bootcomplete': '1',
    'gsm.sim.state': 'ABSENT',
    'init.svc.adbd': 'running',
    'init.svc.bootanim': 'stopped',
    'init.svc.surfaceflinger': 'running',
    'init.svc.zygote': 'running',
    'persist.sys.timezone': 'GMT',
    'ro.adb.secure': '0',
    'ro.boot.serialno': serial,
    'ro.bootloader': 'unknown',
    'ro.build.characteristics': 'default',
    'ro.build.display.id': `${build} release-keys`,
    'ro.build.fingerprint': fingerprint,
    'ro.build.id': build,
    'ro.build.tags': 'release-keys',
    'ro.build.type': 'user',
    'ro.build.version.codename': 'REL',
    'ro.build.version.incremental': '1',
    'ro.build.version.release': name,
    'ro.build.version.sdk': String(shape.sdk),
    'ro.build.version.security_patch': patch,
    'ro.debuggable': '0',
    'ro.hardware': 'virtual',
    'ro.product.brand': 'Handeye',
    'ro.product.cpu.abi': shape.release === 5 ? 'armeabi-v7a' : 'arm64-v8a',
    'ro.product.cpu.abilist': shape.release === 5 ? 'armeabi-v7a,armeabi' : 'arm64-v8a',
    'ro.product.device': 'virtual',
    'ro.product.locale': 'en-US',
    'ro.product.manufacturer': 'Handeye',
    'ro.product.model': MODEL,
    'ro.product.name': 'virtual',
    'ro.secure': '1',
    'ro.serialno': serial,
    'ro.sf.lcd_density': String(shape.density),
    'service.bootanim.exit': '1',
    'sys.boot_completed': '1',
    'sys.usb.config': 'adb',
    // Recorded: Android 5 has no locale here until the user changes it.
    ...(shape.release === 5 ? {} : { 'persist.sys.locale': 'en-US' }),
  };
}
