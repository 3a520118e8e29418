import type { Call } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { callWithoutDeadline, pause } from '@handeye/core/call/call';
import { permissionDenied } from '@handeye/core/device/errors';
import type { Stroke } from '@handeye/core/device/port';
import { mustHaveWorked, type Phone, sh } from '../phone.ts';
import type { Size, TouchScreen } from '../screen/display.ts';
import { KeptPanel } from './kept-panel.ts';
import type { TimedCommands } from './sendevent.ts';
import { planTouch } from './strokes.ts';
import type { Traits } from '../traits.ts';

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

  /** Makes the strokes; resolves when the last finger is up. */
  async make(strokes: readonly Stroke[], screen: TouchScreen, call: Call): Promise<void> {
    const plan = planTouch(strokes, this.#traits, screen);
    switch (plan.by) {
      case 'nothing':
        throw permissionDenied(`${plan.reason} ${this.#advice}`);
      case 'commands':
        await this.#inTime(plan.steps, call);
        return;
      case 'together':
        await this.#together(plan.commands, call);
        return;
      case 'uinput':
        await (await this.#openPanel(screen.natural, call.clock)).make(plan, call);
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
