import type { Call, Clock } from '../device/call.ts';
import { pause } from '../device/call.ts';
import { permissionDenied } from '../device/errors.ts';
import type { Stroke } from '../device/port.ts';
import type { Phone, Program } from './adb/index.ts';
import { sh } from './adb/index.ts';
import type { Size } from './display.ts';
import { mustHaveWorked } from './output.ts';
import type { TimedCommands } from './sendevent.ts';
import type { TouchScreen } from './strokes.ts';
import { planTouch } from './strokes.ts';
import type { Traits } from './traits.ts';
import { uinputRegistration } from './uinput.ts';

/** A new panel is taken into use by the system within this time; its registration waits for as long. */
const PANEL_SETTLING = 1000;
/** What `uinput` may lag behind the times it was given. */
const UINPUT_LAG = 60;

interface Panel {
  readonly program: Program;
  readonly natural: Size;
}

/** Fingers on the phone's screen. Keeps one `uinput` process while the device is open: registering costs a second. */
export class Touch {
  readonly #phone: Phone;
  readonly #traits: Traits;
  readonly #closed = new AbortController();
  #panel: Panel | undefined;

  constructor(phone: Phone, traits: Traits) {
    this.#phone = phone;
    this.#traits = traits;
  }

  /** Makes the strokes; resolves when the last finger is up. */
  async make(strokes: readonly Stroke[], screen: TouchScreen, call: Call): Promise<void> {
    const plan = planTouch(strokes, this.#traits, screen);
    switch (plan.by) {
      case 'nothing':
        throw permissionDenied(plan.reason);
      case 'commands':
        await this.#inTime(plan.steps, call);
        return;
      case 'together':
        await this.#together(plan.commands, call);
        return;
      case 'uinput':
        await this.#byPanel(plan, screen.natural, call);
    }
  }

  close(): void {
    this.#closed.abort(new Error('the device was closed'));
  }

  async #inTime(steps: readonly TimedCommands[], call: Call): Promise<void> {
    const start = call.clock.now();
    for (const { time, commands } of steps) {
      const wait = start + time - call.clock.now();
      if (wait > 0) await pause(wait, call);
      const results = await this.#phone.script(
        commands.map((argv) => sh`${argv}`),
        call,
      );
      for (const result of results) mustHaveWorked(result, 'The touch');
    }
  }

  async #together(commands: readonly (readonly string[])[], call: Call): Promise<void> {
    const [first, ...others] = commands.map((argv) => sh`${argv}`);
    if (!first) return;
    const line = others.reduce((all, command) => sh`${all} & ${command}`, first);
    mustHaveWorked(await this.#phone.run(sh`${line} & wait`, call), 'The touch');
  }

  async #byPanel(plan: { lines: string; duration: number }, natural: Size, call: Call): Promise<void> {
    const { panel, isNew } = await this.#openPanel(natural, call.clock);
    await panel.program.write(Buffer.from(plan.lines));
    await pause((isNew ? PANEL_SETTLING : 0) + plan.duration + UINPUT_LAG, call);
  }

  async #openPanel(natural: Size, clock: Clock): Promise<{ panel: Panel; isNew: boolean }> {
    const known = this.#panel;
    if (known?.natural.width === natural.width && known.natural.height === natural.height) {
      return { panel: known, isNew: false };
    }
    known?.program.close();
    // The process lives as long as the device is open, not as long as the call that needed it first.
    const life: Call = { clock, signal: this.#closed.signal, remaining: () => Infinity };
    const program = await this.#phone.stream(sh`uinput -`, life);
    const panel = { program, natural };
    this.#panel = panel;
    void this.#forgetWhenEnded(panel);
    await program.write(Buffer.from(uinputRegistration(natural)));
    return { panel, isNew: true };
  }

  /** The phone may end the process (a reboot, low memory): the next gesture then starts another. */
  async #forgetWhenEnded(panel: Panel): Promise<void> {
    try {
      for await (const _ of panel.program.stdout);
    } catch {
      // However it ended, it has ended.
    } finally {
      if (this.#panel === panel) this.#panel = undefined;
    }
  }
}
