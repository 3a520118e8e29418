// Pointer, wheel and keyboard events, posted like those of the hardware.
import type { CFRef, CGPoint } from '../native/c-types.ts';
import { BridgeError, notTrusted } from '../errors.ts';
import type { Mac } from '../mac.ts';
import { type Own, scoped } from '../native/ownership.ts';
import type { BridgeRequests, ModifierKey, PointerButton } from '../protocol.ts';
import { utf16 } from '../native/values.ts';

// Constants of CGEventTypes.h and CGEventSource.h.
const HID_EVENT_TAP = 0;
const PRIVATE_STATE = -1;
const MOUSE_EVENT_CLICK_STATE = 1;
const MOUSE_MOVED = 5;
const SCROLL_UNIT_LINE = 1;
const mouseEvents = {
  left: { button: 0, down: 1, up: 2, dragged: 6 },
  right: { button: 1, down: 3, up: 4, dragged: 7 },
} as const satisfies Record<PointerButton, object>;
const modifierFlags = {
  shift: 0x2_0000,
  control: 0x4_0000,
  option: 0x8_0000,
  command: 0x10_0000,
} as const satisfies Record<ModifierKey, number>;

/** kVK_Return and kVK_Tab (Events.h): few applications understand these as characters. */
const characterKeyCodes = new Map([
  ['\n', 36],
  ['\t', 48],
]);

/** Limit of CGEventKeyboardSetUnicodeString, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 20;

/** Larger values may have unexpected results, says Apple's documentation of CGEventCreateScrollWheelEvent. */
const MAX_LINES_PER_EVENT = 10;

/** Pause after each event: web pages miss clicks that follow without one (enigo#399). */
const EVENT_PAUSE_MS = 5;
/** How long a button stays down at least. */
const MIN_PRESS_MS = 30;
/** Events that are not handled yet are lost when their source or process ends (enigo#345). */
const SETTLE_MS = 50;

/** Posts the events of one request. */
export class Events {
  readonly #mac: Mac;
  readonly #source: CFRef;

  constructor(mac: Mac, own: Own) {
    this.#mac = mac;
    if (!mac.native.AXIsProcessTrusted()) throw notTrusted();
    // A private state keeps modifier keys that the user holds down out of our events.
    const source = own(mac.native.CGEventSourceCreate(PRIVATE_STATE));
    if (source === null) throw new BridgeError('internal', 'The Mac created no event source.');
    this.#source = source;
  }

  /** Waits until the Mac has handled what was posted. */
  settle(): void {
    this.#mac.clock.sleep(SETTLE_MS);
  }

  /** Moves to the first point, presses, follows the other points at their times, and releases at the last. */
  pointer({ moves, button, clicks }: BridgeRequests['pointer']['params']): void {
    const [first] = moves;
    const last = moves.at(-1);
    if (first === undefined || last === undefined) return;
    this.#mouse(MOUSE_MOVED, first, button, 0);
    if (clicks === 0) {
      this.#follow(moves, (point) => {
        this.#mouse(MOUSE_MOVED, point, button, 0);
      });
      return;
    }
    const { down, dragged, up } = mouseEvents[button];
    for (let click = 1; click < clicks; click++) {
      this.#mouse(down, first, button, click);
      this.#mac.clock.sleep(MIN_PRESS_MS);
      this.#mouse(up, first, button, click);
    }
    this.#mouse(down, first, button, clicks);
    try {
      if (moves.length === 1) this.#mac.clock.sleep(MIN_PRESS_MS);
      this.#follow(moves, (point) => {
        this.#mouse(dragged, point, button, clicks);
      });
    } finally {
      this.#mouse(up, last, button, clicks);
    }
  }

  /** The wheel acts on what is under the pointer, so the pointer moves there first. */
  wheel({ x, y, lines }: BridgeRequests['wheel']['params']): void {
    const { native } = this.#mac;
    this.#mouse(MOUSE_MOVED, { x, y }, 'left', 0);
    for (const turn of wheelTurns(lines)) {
      this.#post(
        native.CGEventCreateScrollWheelEvent2(this.#source, SCROLL_UNIT_LINE, 2, turn.y, turn.x, 0),
        (event) => {
          native.CGEventSetLocation(event, { x, y });
        },
      );
    }
  }

  /** Presses and releases a key. */
  key({ code, modifiers = [] }: BridgeRequests['key']['params']): void {
    const { native } = this.#mac;
    for (const isDown of [true, false]) {
      this.#post(native.CGEventCreateKeyboardEvent(this.#source, code, isDown), (event) => {
        // Keeps the key's own flags: arrow keys have some.
        const flags = modifiers.reduce(
          (sum, name) => sum | modifierFlags[name],
          native.CGEventGetFlags(event),
        );
        native.CGEventSetFlags(event, flags);
      });
    }
  }

  /** Types a text, whatever the keyboard's layout. */
  text({ text }: BridgeRequests['text']['params']): void {
    for (const piece of keyPieces(text.replaceAll(/\r\n?/g, '\n'))) {
      const code = characterKeyCodes.get(piece);
      if (code === undefined) this.#characters(piece);
      else this.key({ code });
    }
  }

  #characters(piece: string): void {
    const { native } = this.#mac;
    const units = utf16(piece);
    for (const isDown of [true, false]) {
      this.#post(native.CGEventCreateKeyboardEvent(this.#source, 0, isDown), (event) => {
        native.CGEventKeyboardSetUnicodeString(event, units.length, units);
      });
    }
  }

  #follow(moves: BridgeRequests['pointer']['params']['moves'], go: (point: CGPoint) => void): void {
    const start = this.#mac.clock.now();
    for (const { x, y, time } of moves.slice(1)) {
      const wait = start + time - this.#mac.clock.now();
      if (wait > 0) this.#mac.clock.sleep(wait);
      go({ x, y });
    }
  }

  #mouse(type: number, { x, y }: CGPoint, button: PointerButton, clicks: number): void {
    const event = this.#mac.native.CGEventCreateMouseEvent(
      this.#source,
      type,
      { x, y },
      mouseEvents[button].button,
    );
    this.#post(event, (created) => {
      this.#mac.native.CGEventSetIntegerValueField(created, MOUSE_EVENT_CLICK_STATE, clicks);
    });
  }

  #post(event: CFRef | null, prepare: (event: CFRef) => void): void {
    scoped(this.#mac.native, (own) => {
      if (event === null) throw new BridgeError('internal', 'The Mac created no event.');
      prepare(own(event));
      this.#mac.native.CGEventPost(HID_EVENT_TAP, event);
    });
    this.#mac.clock.sleep(EVENT_PAUSE_MS);
  }
}

type Lines = BridgeRequests['wheel']['params']['lines'];

/** Splits a long turn of the wheel into several events. */
function wheelTurns({ x, y }: Lines): Lines[] {
  const count = Math.ceil(Math.max(Math.abs(x), Math.abs(y)) / MAX_LINES_PER_EVENT);
  const part = (whole: number, index: number) =>
    Math.round((whole * (index + 1)) / count) - Math.round((whole * index) / count);
  return Array.from({ length: count }, (_, index) => ({ x: part(x, index), y: part(y, index) }));
}

/** Splits a text into key events: as many characters as fit, surrogate pairs kept together, Return and Tab alone. */
function keyPieces(text: string): string[] {
  const pieces: string[] = [];
  for (const character of text) {
    const last = pieces.at(-1);
    const joins =
      last !== undefined &&
      !characterKeyCodes.has(last) &&
      !characterKeyCodes.has(character) &&
      last.length + character.length <= MAX_TEXT_LENGTH;
    if (joins) pieces[pieces.length - 1] = last + character;
    else pieces.push(character);
  }
  return pieces;
}
