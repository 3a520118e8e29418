import sharp from 'sharp';
import { type Call, orAborted } from '@handeye/core/call/call';
import type { Met } from '@handeye/core/device/aim';
import type { Apps, InstalledApp } from '@handeye/core/device/apps';
import type { Desktop } from '@handeye/core/device/desktop';
import type {
  Capabilities,
  Capability,
  Device,
  ElementAction,
  Key,
  PicturedView,
  LogLines,
  LogQuery,
  Picture,
  Remark,
  ScreenState,
  Stroke,
  Tier,
  TouchOptions,
  Wish,
} from '@handeye/core/device/port';
import { capabilityNames } from '@handeye/core/device/port';
import type { DeviceListing, DeviceSource } from '@handeye/core/device/registry';
import type { Services } from '@handeye/core/device/services/services';
import type { Element, View } from '@handeye/screen/snapshot';

/** Everything works, except for the overrides. */
export function capable(overrides: Partial<Record<Capability, string>> = {}): Capabilities {
  const all = Object.fromEntries(capabilityNames.map((name) => [name, true])) as Record<Capability, true>;
  return { ...all, ...overrides };
}

/** The limits of plain ADB: the shape of a device that must be used with a finger. */
export const fingerOnly = {
  click: 'no accessibility',
  longClick: 'no accessibility',
  scroll: 'no accessibility',
};

export type Deed =
  | { readonly did: 'look'; readonly picture: boolean }
  | { readonly did: 'touch'; readonly strokes: readonly Stroke[] }
  | { readonly did: 'act'; readonly on: string; readonly action: ElementAction }
  | { readonly did: 'type'; readonly text: string }
  | { readonly did: 'press'; readonly key: Key }
  | { readonly did: 'wake' }
  | { readonly did: 'open'; readonly app: string; readonly activity: string | undefined }
  | { readonly did: 'logs'; readonly query: LogQuery };

/** Other facts about the applications. */
export interface Installation {
  readonly remark?: string;
  readonly namelessBecause?: string;
}

/**
 * A device that plays a script: it shows the given view, records each deed, and lets the test react. It replaces real devices
 * in tests; it is not part of the product.
 */
export class ScriptedDevice implements Device {
  readonly id: string;
  readonly title = 'Scripted device';
  kind: Device['kind'] = 'phone';
  capabilities: Capabilities;
  /** A device that is used with a finger writes with keys. */
  get setsTextByKeys(): boolean {
    return this.capabilities.click !== true;
  }
  readsBackTyping?: boolean;
  tier?: Tier;
  actsInReach?: boolean;
  hasMouse?: boolean;
  comparesElements?: boolean;
  view: View;
  picture: Picture | undefined;
  protected = false;
  rested = false;
  clip: string | null = null;
  logLines: LogLines = { lines: [], truncated: false };
  awake = true;
  closed = false;
  desktop?: Desktop;
  apps?: Apps;
  services?: Services;
  /** The content of a glance; without it, the device has none. */
  glance?: NonNullable<Device['glance']>;
  readonly deeds: Deed[] = [];
  /** Runs on each deed, before the device answers: change the view here, or throw. */
  react: (deed: Deed, device: this) => void = () => undefined;
  /** The delay of each answer by the call's clock; Infinity never answers. */
  delay = 0;

  constructor(view: View, options: { id?: string; capabilities?: Capabilities } = {}) {
    this.id = options.id ?? 'scripted';
    this.view = view;
    this.capabilities = options.capabilities ?? capable();
  }

  async look(wish: Wish, call: Call): Promise<PicturedView> {
    await this.#answer({ did: 'look', picture: wish.picture }, call);
    return {
      ...this.view,
      awake: this.awake && this.view.awake,
      picture: wish.picture ? this.picture : undefined,
      protected: this.protected,
      rested: this.rested,
    };
  }

  screen(): Promise<ScreenState> {
    return Promise.resolve({ ...this.view.screen, awake: this.awake });
  }

  async act(on: Element, action: ElementAction, call: Call): Promise<Remark> {
    await this.#answer({ did: 'act', on: on.node.resourceId ?? on.node.text ?? on.id, action }, call);
    return undefined;
  }

  async touch(
    strokes: readonly Stroke[],
    call: Call,
    how?: TouchOptions,
  ): Promise<readonly Met[] | undefined> {
    await this.#answer({ did: 'touch', strokes }, call);
    return this.meets(strokes, how);
  }

  /** What fingers meet, where a test has the device tell it. */
  meets: (strokes: readonly Stroke[], how?: TouchOptions) => readonly Met[] | undefined = () => undefined;

  async type(text: string, call: Call): Promise<Remark> {
    await this.#answer({ did: 'type', text }, call);
    return undefined;
  }

  async press(key: Key, call: Call): Promise<Remark> {
    await this.#answer({ did: 'press', key }, call);
    return undefined;
  }

  readonly power = {
    wake: (call: Call) => {
      this.awake = true;
      return this.#answer({ did: 'wake' }, call);
    },
  };

  readonly clipboard = {
    read: () => Promise.resolve(this.clip),
    write: (text: string) => {
      this.clip = text;
      return Promise.resolve();
    },
  };

  readonly logs = {
    read: async (query: LogQuery, call: Call) => {
      await this.#answer({ did: 'logs', query }, call);
      return this.logLines;
    },
  };

  /** Installs these; opening one adds the remark, if there is one. */
  installs(installed: readonly InstalledApp[], { remark, namelessBecause }: Installation = {}): void {
    this.apps = {
      ...(namelessBecause !== undefined && { namelessBecause }),
      list: ({ which }) => Promise.resolve(installed.filter((app) => which === 'all' || app.launchable)),
      open: async (app, activity, call) => {
        await this.#answer({ did: 'open', app: app.id, activity }, call);
        return remark;
      },
    };
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }

  /** The deeds so far, without the looks. */
  get actions(): readonly Deed[] {
    return this.deeds.filter(({ did }) => did !== 'look');
  }

  async #answer(deed: Deed, call: Call): Promise<void> {
    this.deeds.push(deed);
    if (this.delay > 0) {
      const wait = new Promise<void>((resolve) => {
        if (Number.isFinite(this.delay)) call.clock.after(this.delay, resolve);
      });
      await orAborted(wait, call.signal);
    }
    this.react(deed, this);
  }
}

/** A source that offers the given devices. */
export function sourceOf(devices: readonly Device[], listings?: readonly DeviceListing[]): DeviceSource {
  return {
    claims: (name) => devices.some(({ id }) => id === name),
    list: () =>
      Promise.resolve(listings ?? devices.map(({ id, title, kind }) => ({ id, title, kind, ready: true }))),
    open: (name) => {
      const device = devices.find(({ id }) => id === name);
      return device ? Promise.resolve(device) : Promise.reject(new Error(`no device ${name}`));
    },
    close: () => Promise.resolve(),
  };
}

/** A picture of the given size in one colour, as a PNG. */
export async function picture(width: number, height: number, colour = '#4080c0'): Promise<Picture> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();
  return { bytes };
}
