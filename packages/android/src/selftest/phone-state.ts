import type { Call } from '@handeye/core/call/call';
import { outputOf, type Phone, sh } from '../phone.ts';

const SERVICES = 'enabled_accessibility_services';

/** Settings that an interrupted test could leave changed: rotation, display time-out and accessibility services. */
const watched = [
  ['system', 'accelerometer_rotation'],
  ['system', 'user_rotation'],
  ['system', 'screen_off_timeout'],
  ['global', 'stay_on_while_plugged_in'],
  ['secure', 'accessibility_enabled'],
  ['secure', SERVICES],
] as const;

type Watched = (typeof watched)[number];

/** The phone as it was before the test. */
export class PhoneState {
  readonly #values: readonly string[];
  /** The package in front, if it is known. */
  readonly #front: string | undefined;

  private constructor(values: readonly string[], front: string | undefined) {
    this.#values = values;
    this.#front = front;
  }

  static async read(phone: Phone, call: Call): Promise<PhoneState> {
    return new PhoneState(await valuesOf(phone, call), await frontOf(phone, call));
  }

  /** Accessibility services of the user are on. */
  get hasServices(): boolean {
    const services = this.#values[watched.findIndex(([, name]) => name === SERVICES)] ?? 'null';
    return services !== '' && services !== 'null';
  }

  /**
   * Puts back changed settings, and shows the app that was in front. Returns the names of what it put back. `endsServices`:
   * this Android ends the user's services when UiAutomation is used, `uiautomator dump` included (5 and 6), and binds them
   * again only when their list changes.
   */
  async putBack(
    phone: Phone,
    { endsServices }: { endsServices: boolean },
    call: Call,
  ): Promise<readonly string[]> {
    const now = await valuesOf(phone, call);
    const changed = watched.filter((_, index) => now[index] !== this.#values[index]);
    const rebound = this.hasServices && endsServices ? watched.filter(([, name]) => name === SERVICES) : [];
    for (const setting of new Set([...rebound, ...changed])) await this.#put(phone, setting, call);
    await phone.run(sh`am start -a android.intent.action.MAIN -c android.intent.category.HOME`, call);
    // As its icon would do: the app comes back in its last state.
    if (this.#front !== undefined && (await frontOf(phone, call)) !== this.#front)
      await phone.run(sh`am start ${this.#front}`, call);
    return changed.map(([table, name]) => `${table}/${name}`);
  }

  async #put(phone: Phone, setting: Watched, call: Call): Promise<void> {
    const [table, name] = setting;
    const value = this.#values[watched.indexOf(setting)] ?? 'null';
    if (name === SERVICES) await phone.run(sh`settings put secure ${name} ${''}`, call);
    await phone.run(
      value === 'null' ? sh`settings delete ${table} ${name}` : sh`settings put ${table} ${name} ${value}`,
      call,
    );
  }
}

async function valuesOf(phone: Phone, call: Call): Promise<string[]> {
  const commands = watched.map(([table, name]) => sh`settings get ${table} ${name}`);
  return (await phone.script(commands, call)).map((result) => outputOf(result).trim());
}

/** `mResumedActivity` up to 12, `ResumedActivity` and `topResumedActivity` later, `mFocusedActivity` on 5 and 6. */
async function frontOf(phone: Phone, call: Call): Promise<string | undefined> {
  const said = outputOf(await phone.run(sh`dumpsys activity activities`, call));
  return /(?:ResumedActivity|mFocusedActivity)[:=] *ActivityRecord\{\S+ u\d+ ([\w.]+)\//.exec(said)?.[1];
}
