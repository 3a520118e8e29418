import type { Call } from '@handeye/core/call/call';
import type { Answer } from '../companion/connection.ts';
import type { RunningCompanion } from '../companion/running.ts';
import { fieldOf, listIn, numberIn, numbersIn, textIn } from '../companion/wire.ts';
import type { Phone } from '../phone.ts';
import { CheckFailed } from './check.ts';
import type { PersonalData } from './personal-data.ts';
import { firstFitting } from './poll.ts';
import type { Row, ScreenTable } from './screen-table.ts';
import { startSettings } from './settings-app.ts';

/** A look of the companion, with its number. */
export interface CompanionLook extends ScreenTable {
  readonly number: number;
  readonly windows: number;
  readonly fingerprint: string | undefined;
  /** The expected texts that the companion compares before it acts on a node, by the row's id. */
  readonly expected: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** A companion whose requests are sent without a tool around them. */
export class TestedCompanion {
  readonly #companion: RunningCompanion;
  readonly #phone: Phone;
  readonly #personal: PersonalData;
  readonly times = new Map<string, number>();

  constructor(companion: RunningCompanion, phone: Phone, personal: PersonalData) {
    this.#companion = companion;
    this.#phone = phone;
    this.#personal = personal;
  }

  async ask(method: string, parameters: Readonly<Record<string, unknown>>, call: Call): Promise<Answer> {
    const start = call.clock.now();
    const answer = await this.#companion.ask({ do: method, ...parameters }, call);
    this.times.set(method, Math.round(call.clock.now() - start));
    return answer;
  }

  keepSecret(text: string): void {
    this.#personal.addSecret(text);
  }

  async look(call: Call): Promise<CompanionLook> {
    const look = lookOf((await this.ask('look', { nodes: 5000, keep: true }, call)).ok);
    this.#personal.addScreen(look);
    return look;
  }

  /** The first page of Settings, opened anew. */
  async settings(call: Call): Promise<CompanionLook> {
    const app = await startSettings(this.#phone, call);
    const page = await this.until(call, (look) => look.app === app && look.rows.length > 3);
    if (page) return page;
    throw new CheckFailed('Settings did not come to the front. Unlock the phone and try again.');
  }

  until(call: Call, fits: (look: CompanionLook) => boolean): Promise<CompanionLook | undefined> {
    return firstFitting((own) => this.look(own), fits, call);
  }

  async mustChange(before: CompanionLook, what: string, call: Call): Promise<CompanionLook> {
    const changed = await this.until(call, ({ fingerprint }) => fingerprint !== before.fingerprint);
    if (changed) return changed;
    throw new CheckFailed(`${what} changed nothing on the screen.`);
  }
}

/** The letters of get_screen_state's flags, by the number of the bit in a node's states. */
const flagBits = [
  ['v', 0],
  ['c', 2],
  ['l', 3],
  ['f', 4],
  ['s', 6],
  ['e', 7],
  ['n', 1],
] as const;

function lookOf(ok: unknown): CompanionLook {
  const windows = listIn(ok, 'windows');
  const active = windows.find((window) => fieldOf(window, 'active') === true);
  const expected = new Map<string, Readonly<Record<string, unknown>>>();
  const rowsOf = (window: unknown) => nodesOf(fieldOf(window, 'root')).map((node) => rowOf(node, expected));
  const display = fieldOf(ok, 'display');
  return {
    number: numberIn(ok, 'look') ?? -1,
    windows: windows.length,
    fingerprint: textIn(ok, 'fingerprint'),
    app: textIn(active, 'package') ?? 'unknown',
    width: numberIn(display, 'width') ?? 0,
    height: numberIn(display, 'height') ?? 0,
    rows: rowsOf(active),
    others: windows.filter((window) => window !== active).flatMap(rowsOf),
    expected,
  };
}

function nodesOf(node: unknown): readonly unknown[] {
  return typeof node === 'object' && node !== null ? [node, ...listIn(node, 'n').flatMap(nodesOf)] : [];
}

function rowOf(node: unknown, expected: Map<string, Readonly<Record<string, unknown>>>): Row {
  const id = String(numberIn(node, 'h') ?? 0);
  const [left = 0, top = 0, right = 0, bottom = 0] = numbersIn(node, 'b', 4) ?? [];
  const states = numberIn(node, 's') ?? 0;
  const compared = ['c', 't', 'd', 'r'].map((name) => [name, fieldOf(node, name)] as const);
  expected.set(id, Object.fromEntries(compared.filter(([, value]) => value !== undefined)));
  return {
    id,
    className: (textIn(node, 'c') ?? '').replace(/^.*\./, ''),
    text: textIn(node, 't') ?? '',
    description: textIn(node, 'd') ?? '',
    resourceId: textIn(node, 'r') ?? '',
    bounds: { left, top, right, bottom },
    flags: flagBits.map(([flag, bit]) => ((states >> bit) & 1 ? flag : '')).join(''),
  };
}
