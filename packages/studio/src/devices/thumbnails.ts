import { createHash } from 'node:crypto';
import { withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { deviceErrorOf } from '@handeye/core/device/errors';
import type { Registry } from '@handeye/core/device/registry';
import type { Picture } from '@handeye/core/device/port';
import { opened } from '@handeye/core/tools/frame/pictures/picture';
import type { Frame } from '../page-connection.ts';
import { Pictures } from '../pictures.ts';

/** The longest side in pixels, and the quality. */
const LONGEST_SIDE = 400;
const QUALITY = 70;

/** Milliseconds between two looks at a device for its thumbnail, and the deadline of a look. */
const EVERY = 3_000;
const LOOK_LIMIT = 10_000;

const MOST_BYTES = 8 * 1024 * 1024;

export interface ThumbnailsOptions {
  readonly registry: Registry;
  readonly clock: Clock;
  /** The frame of a watched device, which needs no extra look. */
  readonly frameOf: (device: string) => Pick<Frame, 'picture'> | undefined;
}

/** The last thumbnail of a device. */
interface Thumbnail {
  readonly name: string | undefined;
  readonly looked: number;
  /** Why the look failed. */
  readonly problem: string | undefined;
}

/** Small pictures of devices, taken at a low rate and only while a page requests them. */
export class Thumbnails {
  readonly pictures = new Pictures({ folder: 'thumbnails', mostBytes: MOST_BYTES });
  readonly #registry: Registry;
  readonly #clock: Clock;
  readonly #frameOf: ThumbnailsOptions['frameOf'];
  readonly #known = new Map<string, Thumbnail>();
  readonly #underWay = new Set<string>();

  constructor({ registry, clock, frameOf }: ThumbnailsOptions) {
    this.#registry = registry;
    this.#clock = clock;
    this.#frameOf = frameOf;
  }

  /** The last thumbnail; starts a new look if it is out of date. */
  of(device: string): { readonly address: string | undefined; readonly problem: string | undefined } {
    const known = this.#known.get(device);
    const isDue = known === undefined || this.#clock.now() - known.looked >= EVERY;
    if (isDue && !this.#underWay.has(device)) void this.#refresh(device);
    return { address: this.pictures.addressOf(known?.name), problem: known?.problem };
  }

  async #refresh(device: string): Promise<void> {
    this.#underWay.add(device);
    const before = this.#known.get(device);
    try {
      const name = await this.#take(device);
      if (before?.name !== undefined && before.name !== name) this.pictures.remove(before.name);
      this.#known.set(device, { name, looked: this.#clock.now(), problem: undefined });
    } catch (error) {
      const problem = deviceErrorOf(error)?.message ?? 'It could not be looked at.';
      this.#known.set(device, { name: before?.name, looked: this.#clock.now(), problem });
    } finally {
      this.#underWay.delete(device);
    }
  }

  /** Takes a picture and returns its name; undefined if the screen forbids one. */
  async #take(device: string): Promise<string | undefined> {
    const frame = this.#frameOf(device);
    const picture = frame ? { bytes: frame.picture } : await this.#look(device);
    const bytes = picture && (await shrunk(picture));
    if (!bytes) return undefined;
    const name = createHash('sha1').update(device).update(bytes).digest('hex');
    this.pictures.keep(name, { mimeType: 'image/jpeg', bytes });
    return name;
  }

  /** The picture of a look; undefined if there is none. */
  async #look(device: string): Promise<Picture | undefined> {
    return withinLimit({ clock: this.#clock, limit: LOOK_LIMIT }, async (call) => {
      const session = await this.#registry.sessionOf(device, call);
      const { picture, protected: isProtected } = await session.watch(
        { picture: true, longest: LONGEST_SIDE },
        call,
      );
      return isProtected ? undefined : picture;
    });
  }
}

async function shrunk(picture: Picture): Promise<Uint8Array> {
  if (picture.small && !picture.covered) return picture.bytes;
  const { image } = await opened(picture);
  return image
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
