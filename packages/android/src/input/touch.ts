import type { Call } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { callWithoutDeadline, pause } from '@handeye/core/call/call';
import { permissionDenied } from '@handeye/core/device/errors';
import type { Point, Stroke } from '@handeye/core/device/port';
import { mustHaveWorked, type Phone, sh } from '../phone.ts';
import type { Size, TouchScreen } from '../screen/display.ts';
import type { ShellCommand } from '@handeye/adb/shell/quote';
import { type ExpectedFocus, ifFocused, mustHaveBeenFocused } from './focus-check.ts';
import { KeptPanel } from './kept-panel.ts';
import type { TimedCommands } from './sendevent.ts';
import { planTouch } from './strokes.ts';
import type { Traits } from '../traits.ts';

/** The window that must have the focus for a touch at a point. */
interface Check {
  readonly focus: ExpectedFocus;
  readonly point: Point;
}

/** Fingers on the phone's screen. */
export class Touch {
  readonly #phone: Phone;
  readonly #traits: Traits;
  readonly #advice: string;
  readonly #closed = new AbortController();
  #panel: KeptPanel | undefined;

  /** `advice` ends the error about a gesture that is not possible. */
  constructor(phone: Phone, traits: Traits, advice: string) {
    this.#phone = phone;
    this.#traits = traits;
    this.#advice = advice;
  }

  /** Makes the strokes; resolves when the last finger is up. `focus`: only if this window has it. */
  async make(
    strokes: readonly Stroke[],
    { screen, focus }: { readonly screen: TouchScreen; readonly focus: ExpectedFocus | undefined },
    call: Call,
  ): Promise<void> {
    const check = focus && strokes[0] && { focus, point: strokes[0][0] };
    const plan = planTouch(strokes, this.#traits, screen);
    switch (plan.by) {
      case 'nothing':
        throw permissionDenied(`${plan.reason} ${this.#advice}`);
      case 'commands':
        await this.#inTime(plan.steps, check, call);
        return;
      case 'together':
        await this.#together(plan.commands, check, call);
        return;
      case 'uinput':
        await (await this.#openPanel(screen.natural, call.clock)).make(plan, call);
    }
  }

  close(): void {
    this.#closed.abort(new Error('the device was closed'));
  }

  async #inTime(steps: readonly TimedCommands[], check: Check | undefined, call: Call): Promise<void> {
    const start = call.clock.now();
    for (const [at, { time, commands }] of steps.entries()) {
      const wait = start + time - call.clock.now();
      if (wait > 0) await pause(wait, call);
      const lines = commands.map((argv) => sh`${argv}`);
      await this.#run(lines, at === 0 ? check : undefined, call);
    }
  }

  async #together(
    commands: readonly (readonly string[])[],
    check: Check | undefined,
    call: Call,
  ): Promise<void> {
    const [first, ...others] = commands.map((argv) => sh`${argv}`);
    if (!first) return;
    const line = others.reduce((all, command) => sh`${all} & ${command}`, first);
    await this.#run([sh`${line} & wait`], check, call);
  }

  /** Runs lines one after the other; with a check, all of them as one, and only if it holds. */
  async #run(lines: readonly ShellCommand[], check: Check | undefined, call: Call): Promise<void> {
    const [first, ...others] = lines;
    if (!first) return;
    const whole =
      check &&
      ifFocused(
        check.focus,
        others.reduce((all, line) => sh`${all}; ${line}`, first),
      );
    const results = await this.#phone.script(whole ? [whole] : lines, call);
    for (const result of results) {
      if (check) mustHaveBeenFocused(result, check.point);
      mustHaveWorked(result, 'The touch');
    }
  }

  async #openPanel(natural: Size, clock: Clock): Promise<KeptPanel> {
    const known = this.#panel;
    if (known?.natural.width === natural.width && known.natural.height === natural.height) return known;
    known?.close();
    const life = callWithoutDeadline(clock, this.#closed.signal);
    const panel = await KeptPanel.open(this.#phone, { natural, sdk: this.#traits.sdk }, life);
    this.#panel = panel;
    void this.#forgetWhenEnded(panel);
    return panel;
  }

  /** The next gesture then opens another one. */
  async #forgetWhenEnded(panel: KeptPanel): Promise<void> {
    await panel.untilEnded();
    if (this.#panel === panel) this.#panel = undefined;
  }
}
