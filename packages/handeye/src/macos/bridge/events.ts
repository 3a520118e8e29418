// Pointer, wheel and keys, posted as if the hardware had sent them.
import type { CFRef, CGPoint } from './c-types.ts';
import { BridgeError, notTrusted } from './errors.ts';
import type { Mac } from './mac.ts';
import { type Own, scoped } from './ownership.ts';
import type { Asks, ModifierKey, PointerButton } from './protocol.ts';
import { utf16 } from './values.ts';

// Constants of CGEventTypes.h and CGEventSource.h.
const hardware = 0;
const privateState = -1;
const clickState = 1;
const mouseMoved = 5;
const mouse = {
  left: { button: 0, down: 1, up: 2, dragged: 6 },
  right: { button: 1, down: 3, up: 4, dragged: 7 },
} as const satisfies Record<PointerButton, object>;
const wheelLines = 1;
const modifierFlags = {
  shift: 0x2_0000,
  control: 0x4_0000,
  option: 0x8_0000,
  command: 0x10_0000,
} as const satisfies Record<ModifierKey, number>;

/** kVK_Return and kVK_Tab (Events.h): as characters, few applications understand them. */
const keyCodes = new Map([
  ['\n', 36],
  ['\t', 48],
]);

/** What CGEventKeyboardSetUnicodeString takes at once. */
const longestText = 20;

/** Apple's documentation of CGEventCreateScrollWheelEvent: more in one event may have unexpected results. */
const mostLines = 10;

/** Milliseconds after each event; pages miss clicks that come without a pause (enigo#399). */
const pause = 5;
/** Milliseconds that a button stays down at least. */
const shortestPress = 30;
/** What was posted and not yet handled is lost with its source or its process (enigo#345). */
const settling = 50;

/** Posts the events of one request. */
export class Events {
  readonly #source: CFRef;

  constructor(
    private readonly mac: Mac,
    own: Own,
  ) {
    if (!mac.native.AXIsProcessTrusted()) throw notTrusted();
    // With a state of its own, the keys that the user happens to hold down do not mix with ours.
    const source = own(mac.native.CGEventSourceCreate(privateState));
    if (source === null) throw new BridgeError('internal', 'The Mac gave no source for events.');
    this.#source = source;
  }

  /** Waits until the Mac has handled what was posted. */
  settle(): void {
    this.mac.clock.sleep(settling);
  }

  /** Goes to the first point, presses there, follows the others at their times and lets go at the last. */
  pointer({ moves, button, clicks }: Asks['pointer']['ask']): void {
    const [first] = moves;
    const last = moves.at(-1);
    if (first === undefined || last === undefined) return;
    this.#mouse(mouseMoved, first, button, 0);
    if (clicks === 0) {
      this.#follow(moves, (point) => {
        this.#mouse(mouseMoved, point, button, 0);
      });
      return;
    }
    const { down, dragged, up } = mouse[button];
    for (let click = 1; click < clicks; click++) {
      this.#mouse(down, first, button, click);
      this.mac.clock.sleep(shortestPress);
      this.#mouse(up, first, button, click);
    }
    this.#mouse(down, first, button, clicks);
    try {
      if (moves.length === 1) this.mac.clock.sleep(shortestPress);
      this.#follow(moves, (point) => {
        this.#mouse(dragged, point, button, clicks);
      });
    } finally {
      this.#mouse(up, last, button, clicks);
    }
  }

  /** A wheel turns over what is under the pointer, so that goes there first. */
  wheel({ x, y, lines }: Asks['wheel']['ask']): void {
    const { native } = this.mac;
    this.#mouse(mouseMoved, { x, y }, 'left', 0);
    for (const turn of turns(lines)) {
      this.#post(
        native.CGEventCreateScrollWheelEvent2(this.#source, wheelLines, 2, turn.y, turn.x, 0),
        (event) => {
          native.CGEventSetLocation(event, { x, y });
        },
      );
    }
  }

  /** Presses a key and lets it go. */
  key({ code, modifiers = [] }: Asks['key']['ask']): void {
    const { native } = this.mac;
    for (const isDown of [true, false]) {
      this.#post(native.CGEventCreateKeyboardEvent(this.#source, code, isDown), (event) => {
        // Added to what the key brings itself: an arrow key carries flags of its own.
        const flags = modifiers.reduce(
          (sum, name) => sum | modifierFlags[name],
          native.CGEventGetFlags(event),
        );
        native.CGEventSetFlags(event, flags);
      });
    }
  }

  /** Types a text, whatever the keyboard's layout. */
  text({ text }: Asks['text']['ask']): void {
    for (const piece of pieces(text.replaceAll(/\r\n?/g, '\n'))) {
      const code = keyCodes.get(piece);
      if (code === undefined) this.#characters(piece);
      else this.key({ code });
    }
  }

  #characters(piece: string): void {
    const { native } = this.mac;
    const units = utf16(piece);
    for (const isDown of [true, false]) {
      this.#post(native.CGEventCreateKeyboardEvent(this.#source, 0, isDown), (event) => {
        native.CGEventKeyboardSetUnicodeString(event, units.length, units);
      });
    }
  }

  #follow(moves: Asks['pointer']['ask']['moves'], go: (point: CGPoint) => void): void {
    const start = this.mac.clock.now();
    for (const { x, y, time } of moves.slice(1)) {
      const wait = start + time - this.mac.clock.now();
      if (wait > 0) this.mac.clock.sleep(wait);
      go({ x, y });
    }
  }

  #mouse(type: number, { x, y }: CGPoint, button: PointerButton, clicks: number): void {
    const event = this.mac.native.CGEventCreateMouseEvent(this.#source, type, { x, y }, mouse[button].button);
    this.#post(event, (made) => {
      this.mac.native.CGEventSetIntegerValueField(made, clickState, clicks);
    });
  }

  #post(event: CFRef | null, prepare: (event: CFRef) => void): void {
    scoped(this.mac.native, (own) => {
      if (event === null) throw new BridgeError('internal', 'The Mac made no event.');
      prepare(own(event));
      this.mac.native.CGEventPost(hardware, event);
    });
    this.mac.clock.sleep(pause);
  }
}

type Lines = Asks['wheel']['ask']['lines'];

/** Cuts a long turn of the wheel into short ones. */
function turns({ x, y }: Lines): Lines[] {
  const count = Math.ceil(Math.max(Math.abs(x), Math.abs(y)) / mostLines);
  const part = (whole: number, index: number) =>
    Math.round((whole * (index + 1)) / count) - Math.round((whole * index) / count);
  return Array.from({ length: count }, (_, index) => ({ x: part(x, index), y: part(y, index) }));
}

/** Cuts a text into key presses: as many characters as one event takes, no surrogate pair cut, Return and Tab alone. */
function pieces(text: string): string[] {
  const cut: string[] = [];
  for (const character of text) {
    const last = cut.at(-1);
    const joins =
      last !== undefined &&
      !keyCodes.has(last) &&
      !keyCodes.has(character) &&
      last.length + character.length <= longestText;
    if (joins) cut[cut.length - 1] = last + character;
    else cut.push(character);
  }
  return cut;
}
