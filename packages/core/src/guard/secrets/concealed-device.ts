import type { Call } from '../../call/call.ts';
import type { Aim, AtPoint, Met } from '../../device/aim.ts';
import { DeviceError, FocusChanged, permissionDenied, ScreenChanged } from '../../device/errors.ts';
import type {
  ActOptions,
  Device,
  ElementAction,
  Picture,
  PicturedView,
  Remark,
  Stroke,
  TouchOptions,
  WindowPicture,
  Wish,
} from '../../device/port.ts';
import type { Bounds, UiNode } from '@handeye/screen/node';
import type { Element, View } from '@handeye/screen/snapshot';
import { ownerOf } from '../act.ts';
import { maskedSources, type Members, type TextMask } from './masked-sources.ts';
import { type MaskedView, maskedView } from './masked-view.ts';
import { filled, partTokenOf, type Secrets, tokenOf } from './secrets.ts';
import { placeOf, TypedFields } from './typed-fields.ts';

export interface ConcealedOptions {
  readonly secrets: Secrets;
  readonly mask: TextMask;
}

/** A text on its way into a field. */
export interface Typing {
  readonly text: string;
  readonly into: Element;
  readonly replaces: boolean;
  /** Names in it are those of secrets; otherwise they are text. */
  readonly takesSecrets: boolean;
}

/**
 * A device whose texts are masked where they come in, so that later searches, cuts, comparisons and formats see only the names
 * of secrets. Acts get the element that the device knows.
 */
export class ConcealedDevice {
  /** The device to use in the place of the real one. */
  readonly device: Device;
  readonly #real: Device;
  readonly #secrets: Secrets;
  readonly #mask: TextMask;
  readonly #fields = new TypedFields();
  readonly #realNodes = new WeakMap<UiNode, UiNode>();
  #covered: readonly Bounds[] = [];
  /** The screens since a film began; undefined while there is none. */
  #film: { showedSecret: boolean } | undefined;
  #showsSecret = false;

  constructor(real: Device, { secrets, mask }: ConcealedOptions) {
    this.#real = real;
    this.#secrets = secrets;
    this.#mask = mask;
    this.device = standIn(real, {
      look: () => (wish, call) => this.#look(wish, call),
      act: () => (on, action, call, how) => this.#act(on, action, call, how),
      touch: () => (strokes, call, how) => this.#touch(strokes, call, how),
      openMenuAt: () =>
        real.openMenuAt &&
        ((point, call, how) => {
          const aim = how?.aim && this.#realAim(how.aim);
          return this.#maskingChanges(async () => real.openMenuAt?.(point, call, { ...how, aim }));
        }),
      type: () => (text, call, into, focus) =>
        this.#maskingChanges(() => real.type(text, call, this.#element(into), focus && this.#realAim(focus))),
      press: () => (key, call, focus) =>
        this.#maskingChanges(() => real.press(key, call, focus && this.#realAim(focus))),
      reveal: () =>
        real.reveal && (async (on, call) => (await real.reveal?.(this.#element(on), call)) ?? false),
      owners: () =>
        real.owners &&
        (async (of, call) => (await real.owners?.('node' in of ? this.#element(of) : of, call)) ?? []),
      glance: () => real.glance && ((call) => this.#glance(call)),
      windowPicture: () => real.windowPicture && ((of, call) => this.#windowPicture(of, call)),
      focusedHint: () =>
        real.focusedHint && (async (field, call) => real.focusedHint?.(this.#element(field), call)),
      ...maskedSources(real, {
        mask,
        maskParts: (text) => secrets.maskParts(text),
        maskField: (apps, text) => this.#fields.withoutValues(apps, text),
      }),
    });
  }

  /**
   * Types a text with the values of its secrets, if the application may get them. What the device says of it is kept to
   * what a model may know.
   */
  async typed(
    { text, into, replaces, takesSecrets }: Typing,
    call: Call,
    type: (text: string) => Promise<Remark>,
  ): Promise<Remark> {
    const names = takesSecrets ? this.#secrets.usedIn(text) : [];
    if (names.length === 0) {
      const remark = await type(text);
      if (replaces) this.#fields.replaced(placeOf(into), text);
      return remark ?? (takesSecrets ? this.#secrets.unknownIn(text) : undefined);
    }
    if (this.#film) throw permissionDenied(FILMED);
    const owners = (await this.device.owners?.(into, call)) ?? [];
    const chosen = this.#secrets.chosenFor(text, [ownerOf(into.window), ...owners]);
    const used = names.flatMap((name) => chosen.get(name) ?? []);
    const done = this.#fields.note(placeOf(into), used, { replaces });
    const [{ name } = { name: '' }] = used;
    try {
      return quieted(await type(filled(text, chosen)), name);
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      const message = quieted(error.message, name) ?? '';
      throw message === error.message ? error : new DeviceError(error.kind, message);
    } finally {
      done();
    }
  }

  /** Whether a text would put a secret into this field that is not bound to its application. Refuses what is not typed at all. */
  givesSecret(text: string, into: Element): boolean {
    if (this.#secrets.usedIn(text).length === 0) return false;
    if (this.#film) throw permissionDenied(FILMED);
    return this.#secrets.givesUnbound(text, [ownerOf(into.window)]);
  }

  /** Refuses keys for what cannot be seen: it could neither be masked nor be painted over. */
  refuseUnseen(text: string): void {
    const [name] = this.#secrets.usedIn(text);
    if (name !== undefined) throw permissionDenied(UNSEEN);
  }

  /** Whether the last look showed a secret that can be read. */
  get showsSecret(): boolean {
    return this.#showsSecret;
  }

  filmBegins(): void {
    this.#film = { showedSecret: false };
  }

  /** Whether a look since the film began showed a secret. */
  get filmShowsSecret(): boolean {
    return this.#film?.showedSecret === true;
  }

  filmEnds(): void {
    this.#film = undefined;
  }

  async #look(wish: Wish, call: Call): Promise<PicturedView> {
    const { view, covered, isReadable } = this.#masked(await this.#real.look(wish, call));
    this.#covered = this.#isUnread(view) ? [wholeOf(view.screen)] : covered;
    this.#showsSecret = isReadable;
    if (this.#film && isReadable) this.#film.showedSecret = true;
    const { picture } = view;
    return picture ? { ...view, picture: this.#coveredPicture(picture, wholeOf(view.screen)) } : view;
  }

  async #touch(
    strokes: readonly Stroke[],
    call: Call,
    how?: TouchOptions,
  ): Promise<readonly Met[] | undefined> {
    const aim = how?.aim && this.#realAim(how.aim);
    const met = await this.#maskingChanges(() => this.#real.touch(strokes, call, { ...how, aim }));
    return met?.map((one) => this.#maskedMet(one));
  }

  #act(on: Element, action: ElementAction, call: Call, how?: ActOptions): Promise<Remark> {
    const { focus, onMet, beside = [] } = how ?? {};
    const real: ActOptions = {
      ...how,
      beside: beside.map((node) => this.#realNodes.get(node) ?? node),
      focus: focus && this.#realAim(focus),
      onMet: (met) => onMet?.(this.#maskedMet(met)),
    };
    return this.#maskingChanges(() => this.#real.act(this.#element(on), action, call, real));
  }

  /** The screen of an aim as the device knows it. */
  #realAim<T extends Pick<Aim, 'on'>>(aim: T): T {
    const { on } = aim;
    const windows = on?.windows.map((window) => ({ ...window, root: this.#realRoot(window.root) }));
    return { ...aim, on: on && windows && { ...on, windows } };
  }

  /** Errors that name what came to the screen quote it. */
  async #maskingChanges<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof FocusChanged)
        throw new FocusChanged({ ...error.there, label: this.#mask(error.there.label, ALONE) });
      if (!(error instanceof ScreenChanged)) throw error;
      throw new ScreenChanged(this.#mask(error.message, ALONE), error.met && this.#maskedMet(error.met));
    }
  }

  #realRoot(root: UiNode | undefined): UiNode | undefined {
    return root && (this.#realNodes.get(root) ?? root);
  }

  #maskedMet(met: Met): Met {
    const masked = <T extends AtPoint>(one: T): T => ({ ...one, label: this.#mask(one.label, ALONE) });
    return { ...masked(met), meant: met.meant && masked(met.meant) };
  }

  /** A glance is compared with what was shown, which was masked. */
  async #glance(call: Call): Promise<View | undefined> {
    const seen = await this.#real.glance?.(call);
    return seen && this.#masked(seen).view;
  }

  #masked(seen: PicturedView): MaskedView {
    const masking = { text: this.#mask, fields: this.#fields };
    return maskedView(seen, masking, (masked, real) => this.#realNodes.set(masked, real));
  }

  /** The content of such a screen is not known, and a field that holds a secret may be on it. */
  #isUnread({ app, windows, unread, textless }: PicturedView): boolean {
    const isRead = unread === undefined && textless === undefined && windows.some(({ root }) => root);
    return !isRead && this.#fields.mayBeIn(app);
  }

  async #windowPicture(of: Element, call: Call): Promise<WindowPicture | undefined> {
    const own = await this.#real.windowPicture?.(this.#element(of), call);
    return own && { ...own, picture: this.#coveredPicture(own.picture, own.shows) };
  }

  #coveredPicture(picture: Picture, shows: Bounds): Picture {
    return this.#covered.length === 0 ? picture : { ...picture, covered: { areas: this.#covered, shows } };
  }

  /** Whether a text of this element is shown with the name of a secret in it. */
  isMasked({ node }: Element): boolean {
    const real = this.#realNodes.get(node);
    return real !== undefined && real.text !== node.text;
  }

  #element(element: Element): Element {
    const { node, parent } = element;
    const real = this.#realNodes.get(node);
    if (!real) return element;
    return { ...element, node: real, parent: parent && this.#element(parent) };
  }
}

const ALONE = () => [];

const FILMED =
  'A secret is not typed while the screen is filmed: a film cannot be painted over. Call stop_recording first. Nothing was typed.';
const UNSEEN =
  'A secret is typed only into a text field that can be seen, and none has the focus. Nothing was typed.';

/** A device's quote of a field may be a part of the value, and may tell its length. */
function quieted(message: Remark, name: string): Remark {
  return (
    message
      ?.replace(/(\d+ characters: )?"[^]*"/u, `"${partTokenOf(name)}"`)
      .replace(/\b\d+( of \d+)? characters/gu, 'some characters')
      // A character that cannot be typed is named, too.
      .replace(/[Tt]he characters? (?:'[^]{1,20}?' )?\(U\+[^)]*\)/gu, `A character of ${tokenOf(name)}`)
  );
}

function wholeOf({ width, height }: PicturedView['screen']): Bounds {
  return { left: 0, top: 0, right: width, bottom: height };
}

/** The real device but for these members. Its methods keep their `this`: platforms have private members. */
function standIn(real: Device, own: Members): Device {
  return new Proxy(real, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return (Reflect.get(own, key) as () => unknown)();
      const member: unknown = Reflect.get(target, key, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
