import type { Call } from '@handeye/core/call/call';
import type { Clipboard, Device } from '@handeye/core/device/port';
import type { Apps } from '@handeye/core/device/apps';
import type { AppManager, PackageManager, PackageToInstall } from '@handeye/core/device/services/app-manager';
import type { DeviceState } from '@handeye/core/device/services/device-state';
import type { FilePlace, Files } from '@handeye/core/device/services/files';
import type { Intents, Links } from '@handeye/core/device/services/links';
import type { Notifications } from '@handeye/core/device/services/notifications';
import type { Recorder } from '@handeye/core/device/services/recorder';
import type { Services } from '@handeye/core/device/services/services';

interface FencedOptions {
  /** Its name in the farm. Default: the device's own id. */
  readonly id?: string;
  /** Called before each write; throws if the write may not be made. */
  readonly fence: (call: Call) => Promise<void>;
  readonly onFile?: OnFile;
}

/**
 * A device for one lease, or for its reset: each write asks the fence at that moment, also in the middle of a call. It tracks
 * running writes, which may outlive an abandoned call.
 */
export class FencedDevice {
  /** The device to use instead of the real one. Closing it leaves the real one open. */
  readonly device: Device;
  readonly #fence: FencedOptions['fence'];
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(real: Device, { id = real.id, fence, onFile = () => Promise.resolve() }: FencedOptions) {
    this.#fence = fence;
    const parts = guardedParts(real, this.guarded, onFile);
    const own: Readonly<Record<PropertyKey, unknown>> = { id, close: () => Promise.resolve() };
    this.device = new Proxy(real, {
      get(target, key) {
        if (Object.hasOwn(own, key)) return own[key];
        const member: unknown = Reflect.get(target, key, target);
        if (member === undefined) return undefined;
        const part = Object.hasOwn(parts, key) ? (Reflect.get(parts, key) as () => unknown) : undefined;
        if (part) return part();
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
  }

  /** Makes a write, to the device or to data of the lease, if the fence allows it. */
  readonly guarded: Guarded = async (call, write) => {
    await this.#fence(call);
    call.signal.throwIfAborted();
    const written = write();
    this.#underWay.add(written);
    try {
      return await written;
    } finally {
      this.#underWay.delete(written);
    }
  };

  /** Resolves when no write to the device is running. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }
}

/** Makes a write if it is allowed at this moment. */
export type Guarded = <T>(call: Call, write: () => Promise<T>) => Promise<T>;

/** The members of a device that only read. A new member of the port must be listed here or guarded below. */
type DeviceReads =
  | 'id'
  | 'title'
  | 'kind'
  | 'tier'
  | 'system'
  | 'capabilities'
  | 'protectedApps'
  | 'setsTextByKeys'
  | 'readsBackTyping'
  | 'slowness'
  | 'hasMouse'
  | 'comparesElements'
  | 'actsInReach'
  | 'look'
  | 'settle'
  | 'news'
  | 'windowPicture'
  | 'glance'
  | 'screen'
  | 'moreKeys'
  | 'focusedHint'
  | 'owners'
  | 'recentApps'
  | 'logs'
  | 'desktop'
  | 'close';

/** The members that write, created on access: a device may gain or lose members. */
type Writing = { readonly [Key in Exclude<keyof Device, DeviceReads>]-?: () => Device[Key] };

/** Called before a file is written or deleted; may read it first. */
export type OnFile = (file: FilePlace, files: Files, call: Call) => Promise<void>;

/** The members of a device that write, each guarded. */
function guardedParts(real: Device, guarded: Guarded, onFile: OnFile): Writing {
  return {
    act: () => (on, action, call, how) => guarded(call, () => real.act(on, action, call, how)),
    reveal: () => async (on, call) => guarded(call, async () => (await real.reveal?.(on, call)) ?? false),
    openMenuAt: () => (point, call, how) => guarded(call, async () => real.openMenuAt?.(point, call, how)),
    touch: () => (strokes, call, how) => guarded(call, () => real.touch(strokes, call, how)),
    type: () => (text, call, into, focus) => guarded(call, () => real.type(text, call, into, focus)),
    typeUnseen: () => (text, call) => guarded(call, async () => real.typeUnseen?.(text, call)),
    press: () => (key, call, focus) => guarded(call, () => real.press(key, call, focus)),
    pressChord: () => (chord, call) => guarded(call, async () => real.pressChord?.(chord, call)),
    power: () => ({ wake: (call) => guarded(call, async () => real.power?.wake(call)) }),
    clearClipboard: () => (call) => guarded(call, async () => real.clearClipboard?.(call)),
    clipboard: () => real.clipboard && guardedClipboard(real.clipboard, guarded),
    apps: () => real.apps && guardedApps(real.apps, guarded),
    services: () => real.services && guardedServices(real.services, guarded, onFile),
  };
}

/**
 * The object with these methods replaced, where it has them: all but those listed as reading. Its own methods keep their
 * `this`: platforms have private members.
 */
function withMethods<T extends object, Reads extends keyof T>(
  real: T,
  own: { readonly [Key in Exclude<keyof T, Reads>]-?: T[Key] | undefined },
): T {
  return new Proxy(real, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (member !== undefined && Object.hasOwn(own, key)) return Reflect.get(own, key) as unknown;
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

function guardedClipboard(real: Clipboard, guarded: Guarded): Clipboard {
  return withMethods<Clipboard, 'read'>(real, {
    write: (text, call) => guarded(call, () => real.write(text, call)),
  });
}

function guardedApps(real: Apps, guarded: Guarded): Apps {
  return withMethods<Apps, 'namelessBecause' | 'isNameless' | 'unlisted' | 'list'>(real, {
    open: (app, activity, call) => guarded(call, () => real.open(app, activity, call)),
  });
}

function guardedServices(real: Services, guarded: Guarded, onFile: OnFile): Services {
  const { appManager, links, notifications, files, state, recorder } = real;
  return withMethods<Services, 'crashes'>(real, {
    appManager: appManager && guardedAppManager(appManager, guarded),
    links: links && guardedLinks(links, guarded),
    notifications: notifications && guardedNotifications(notifications, guarded),
    files: files && guardedFiles(files, guarded, onFile),
    state: state && guardedState(state, guarded),
    recorder: recorder && guardedRecorder(recorder, guarded),
  });
}

function guardedAppManager(real: AppManager, guarded: Guarded): AppManager {
  const { packages } = real;
  return withMethods<AppManager, never>(real, {
    close: (app, call) => guarded(call, () => real.close(app, call)),
    end: (running, call) => guarded(call, async () => real.end?.(running, call)),
    packages: packages && guardedPackages(packages, guarded),
  });
}

function guardedPackages(real: PackageManager, guarded: Guarded): PackageManager {
  return withMethods<PackageManager, 'info'>(real, {
    read: async (files, call) => guardedPackage(await real.read(files, call), guarded),
    uninstall: (app, how, call) => guarded(call, () => real.uninstall(app, how, call)),
    clearData: (app, call) => guarded(call, () => real.clearData(app, call)),
    setPermission: (app, wish, call) => guarded(call, () => real.setPermission(app, wish, call)),
  });
}

function guardedPackage(real: PackageToInstall, guarded: Guarded): PackageToInstall {
  return withMethods<PackageToInstall, 'id' | 'version'>(real, {
    install: (wish, call) => guarded(call, () => real.install(wish, call)),
  });
}

function guardedLinks(real: Links, guarded: Guarded): Links {
  const { intents } = real;
  return withMethods<Links, 'handlers'>(real, {
    openUri: (wanted, call) => guarded(call, () => real.openUri(wanted, call)),
    intents: intents && guardedIntents(intents, guarded),
  });
}

function guardedIntents(real: Intents, guarded: Guarded): Intents {
  return withMethods<Intents, 'receivers'>(real, {
    start: (intent, call) => guarded(call, () => real.start(intent, call)),
    broadcast: (intent, call) => guarded(call, () => real.broadcast(intent, call)),
    startService: (intent, call) => guarded(call, () => real.startService(intent, call)),
  });
}

function guardedNotifications(real: Notifications, guarded: Guarded): Notifications {
  return withMethods<Notifications, 'shade' | 'replies' | 'snoozes' | 'note' | 'list'>(real, {
    snooze: (one, milliseconds, call) => guarded(call, async () => real.snooze?.(one, milliseconds, call)),
    dismiss: (one, call) => guarded(call, async () => real.dismiss?.(one, call)),
    closeShade: (call) => guarded(call, async () => real.closeShade?.(call)),
  });
}

function guardedFiles(real: Files, guarded: Guarded, onFile: OnFile): Files {
  return withMethods<Files, 'locations' | 'list' | 'read' | 'readIfThere'>(real, {
    write: (file, bytes, call, options) =>
      guarded(call, async () => {
        await onFile(file, real, call);
        return real.write(file, bytes, call, options);
      }),
    delete: (file, call) =>
      guarded(call, async () => {
        await onFile(file, real, call);
        await real.delete(file, call);
      }),
  });
}

function guardedState(real: DeviceState, guarded: Guarded): DeviceState {
  return withMethods<DeviceState, 'read' | 'identity' | 'mark' | 'readOnlyBecause'>(real, {
    set: (wish, call) => guarded(call, async () => (await real.set?.(wish, call)) ?? []),
    restore: (call) => guarded(call, async () => (await real.restore?.(call)) ?? []),
    returnTo: (mark, call) => guarded(call, async () => (await real.returnTo?.(mark, call)) ?? []),
  });
}

/** `close` ends a holder's recording and is called when the device is not leased. */
function guardedRecorder(real: Recorder, guarded: Guarded): Recorder {
  return withMethods<Recorder, 'close'>(real, {
    start: (wish, call) => guarded(call, () => real.start(wish, call)),
    stop: (keep, call) => guarded(call, () => real.stop(keep, call)),
  });
}
