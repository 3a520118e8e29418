import { createHash } from 'node:crypto';
import type { PicturedSnapshot, Session } from '@handeye/core/device/session';
import { compactText } from '@handeye/screen/format/compact';
import { leanListing } from '@handeye/screen/format/lean/lean';
import type { Snapshot } from '@handeye/screen/snapshot';
import type { Frame } from '../page-connection.ts';
import type { WatchedScreen } from '../wire/screen.ts';
import type { IdHistory } from './id-history.ts';
import { elementsOf, leanLines, windowsOf } from './screen-lines.ts';
import { whereabouts } from './whereabouts.ts';
import type { Picture } from '@handeye/core/device/port';
import { opened } from '@handeye/core/tools/frame/pictures/picture';

/** A look with a change: the screen, and its picture if there may be one. */
export interface Seen {
  readonly session: Session;
  readonly snapshot: Snapshot;
  /** The input count when the last look began that showed this screen. */
  readonly inputs: number | undefined;
  /** The number under which a model would get it. */
  readonly state: string;
  readonly screen: WatchedScreen;
  readonly frame: Frame | undefined;
  /** The screen before it. */
  readonly before: Snapshot | undefined;
}

interface WatchedDeviceOptions {
  /** The name under which it is watched. */
  readonly device: string;
  /** The token limit of a model's lean screen. */
  readonly maxTokens: number;
  readonly history: IdHistory;
}

/** The state of a watched device: each look is compared with the one before. */
export class WatchedDevice {
  readonly #device: string;
  readonly #maxTokens: number;
  readonly #history: IdHistory;
  #key: string | undefined;
  /** The text of the latest screen without its number, which differs in every look. */
  #text: string | undefined;
  #seen: Seen | undefined;

  constructor({ device, maxTokens, history }: WatchedDeviceOptions) {
    this.#device = device;
    this.#maxTokens = maxTokens;
    this.#history = history;
  }

  /** The last view, without its frame while the device cannot be seen; undefined before the first look. */
  get seen(): Seen | undefined {
    return this.#seen;
  }

  /** Takes in a look; undefined if nothing changed. */
  async look(
    session: Session,
    snapshot: PicturedSnapshot,
    nextFrame: () => number,
  ): Promise<Seen | undefined> {
    const { lines } = leanListing(snapshot);
    const text = lines.map((line) => line.text).join('\n');
    const { reason, picture } = pictureIn(session, snapshot);
    const texts = [session.device.tier?.name ?? '', text, compactText(snapshot)];
    const key = lookKey(texts.join('\n'), picture);
    const inputs = session.inputsBefore(snapshot);
    if (key === this.#key) {
      this.#seen = this.#seen && { ...this.#seen, session, inputs };
      return undefined;
    }
    const at = Date.now();
    const device = this.#device;
    const number = nextFrame();
    const frame = picture && (await frameOf(picture, { device, frame: number, at }));
    const state = session.states.numberToBe(snapshot);
    const screen = this.#screen({ session, snapshot, state, frame: number, reason });
    const before = this.#text === text ? this.#seen?.before : this.#seen?.snapshot;
    // A picture may have megabytes, and is not compared.
    const kept: PicturedSnapshot = { ...snapshot, picture: undefined };
    this.#seen = { session, snapshot: kept, inputs, state, screen, frame, before };
    this.#history.note(screen.elements, at, (gone) => whereabouts(session, snapshot, gone));
    [this.#key, this.#text] = [key, text];
    return this.#seen;
  }

  /** The look failed: the screen is unknown, so the next look counts as a change. */
  lost(): void {
    this.#key = undefined;
    this.#seen = this.#seen && { ...this.#seen, inputs: undefined, frame: undefined };
  }

  #screen({
    session,
    snapshot,
    state,
    frame,
    reason,
  }: {
    readonly session: Session;
    readonly snapshot: Snapshot;
    readonly state: string;
    readonly frame: number;
    readonly reason: string | undefined;
  }): WatchedScreen {
    const { lines } = leanListing(snapshot, { state, maxTokens: this.#maxTokens });
    const { width, height } = snapshot.screen;
    return {
      device: this.#device,
      frame,
      width,
      height,
      app: snapshot.app,
      tier: session.device.tier?.name ?? '',
      awake: snapshot.awake,
      pictureless: reason,
      lines: leanLines(lines),
      elements: elementsOf(snapshot, lines),
      windows: windowsOf(snapshot),
    };
  }
}

const PROTECTED =
  'This screen is protected: the device gives no picture of it. What is on it is drawn from its text.';
const NO_PICTURE = 'The device gave no picture of this screen. What is on it is drawn from its text.';

/** The picture, or why there is none. */
function pictureIn(
  { device }: Session,
  { picture, protected: isProtected }: PicturedSnapshot,
): { readonly reason: string | undefined; readonly picture: PicturedSnapshot['picture'] } {
  const able = device.capabilities.picture;
  if (able !== true) return { reason: able, picture: undefined };
  if (isProtected) return { reason: PROTECTED, picture: undefined };
  return { reason: picture ? undefined : NO_PICTURE, picture };
}

/** The longest side of a frame in pixels, and its quality: readable, and small enough for five frames a second. */
export const LONGEST_SIDE = 1200;
const QUALITY = 72;

/** A key of a look: its screen as texts and as a picture. */
function lookKey(texts: string, picture: Picture | undefined): string {
  const hash = createHash('sha1').update(texts);
  if (picture) hash.update('\0').update(picture.bytes);
  return hash.digest('base64');
}

/** Encodes the picture of a look as a frame. */
async function frameOf(
  picture: Picture,
  { device, frame, at }: Pick<Frame, 'device' | 'frame' | 'at'>,
): Promise<Frame> {
  // The device made it small itself, for this page or for a recording.
  if (picture.small && !picture.covered) {
    return {
      device,
      frame,
      at,
      mimeType: 'image/jpeg',
      ...picture.small,
      picture: Buffer.from(picture.bytes),
    };
  }
  const { image } = await opened(picture);
  const { data, info } = await image
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { device, frame, at, mimeType: 'image/jpeg', width, height, picture: data };
}
