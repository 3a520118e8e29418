import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import {
  PhoneFolder,
  startOn,
  type Companion,
  type Fields,
} from '../../../packages/phone-companion/test/support/companion.ts';
import type { World } from '../../../packages/phone-companion/test/support/world.ts';
import { levels } from '../../../packages/phone-companion/test/support/stubs.ts';
import {
  companionOnPhone,
  type CompanionClient,
  type Look,
} from '../../../packages/virtual-phone/test/companion/companion-on-phone.ts';
import { worldOf } from '../../../packages/virtual-phone/test/companion/world.ts';
import type { AndroidRelease, VirtualPhone } from '@handeye/virtual-phone';

/** The outcome of an answer, where only that counts. */
export interface Outcome {
  readonly ok?: Fields;
  /** The error's code and `done`. */
  readonly error?: string;
}

/** Ids of requests whose payload a test writes itself; the clients count their own from 1. */
const FIRST_RAW_ID = 1_000_000;

/**
 * The Java companion on a desktop JVM with stubs of Android, and its twin on a virtual phone. The stubs play what the
 * virtual phone shows, so both can be asked the same.
 */
export class Pair {
  readonly phone: VirtualPhone;
  readonly java: Companion;
  readonly twin: CompanionClient;
  readonly #folder: PhoneFolder;
  readonly #events: Fields[] = [];
  #rawId = FIRST_RAW_ID;

  private constructor(phone: VirtualPhone, folder: PhoneFolder, java: Companion, twin: CompanionClient) {
    this.phone = phone;
    this.#folder = folder;
    this.java = java;
    this.twin = twin;
  }

  static async start(t: TestContext, release: AndroidRelease): Promise<Pair> {
    const { phone, companion: twin } = await companionOnPhone(t, { release });
    const folder = new PhoneFolder(await javaWorld(phone));
    t.after(async () => {
      await Promise.all(folder.companions.map((one) => one.kill()));
      folder.remove();
    });
    return new Pair(phone, folder, await startOn(folder), twin);
  }

  /** Brings what the virtual phone shows to the stubs, with what a test adds. */
  async show(rest: Fields = {}, change: (window: Fields) => Fields = (window) => window): Promise<void> {
    const world = await javaWorld(this.phone, change);
    this.#folder.show({ ...world, ...rest, events: this.#events });
  }

  /** The status bar has a clock: the minute must not change between showing the stubs a screen and looking at it. */
  async whileNothingChanges<Result>(look: () => Promise<Result>): Promise<Result> {
    for (;;) {
      await this.show();
      const before = JSON.stringify(await worldOf(this.phone.framework));
      const result = await look();
      if (before === JSON.stringify(await worldOf(this.phone.framework))) return result;
    }
  }

  /** Sends a toast on both. */
  async toast(text: string, from: string): Promise<void> {
    const { last } = await this.java.ok('events', { after: 0 });
    this.phone.framework.toast(text, from);
    this.#events.push({ type: 64, package: from, class: 'android.widget.Toast', texts: [text] });
    await this.show();
    while ((await this.java.ok('events', { after: 0 })).last === last) await this.java.ok('ping');
  }

  /** The outcomes of the same request. */
  async ask(method: string, fields: Fields = {}, within = 20_000): Promise<readonly [Outcome, Outcome]> {
    const [java, twin] = await Promise.all([
      this.java.ask(method, fields, within),
      this.twin.ask(method, { within, ...fields }),
    ]);
    return [outcome(java), outcome(twin)];
  }

  /** The outcomes of a payload, whatever it is. */
  async exchange(payload: string | Buffer, id = ++this.#rawId): Promise<readonly [Outcome, Outcome]> {
    const [java, twin] = await Promise.all([
      this.java.exchange(id, payload),
      this.twin.exchange(id, payload),
    ]);
    return [outcome(java), outcome(twin)];
  }

  /** The outcomes of a request that is cancelled while it is served. */
  async cancelled(method: string, fields: Fields): Promise<readonly [Outcome, Outcome]> {
    const before = this.#folder.log('inject').length;
    const java = this.java.start(method, fields);
    // The twin begins as soon as it has read the request, which comes before the cancel.
    const twin = this.twin.start(method, fields);
    const injects = method !== 'settle';
    while (injects && this.#folder.log('inject').length === before) await this.java.ok('ping');
    this.java.cancel(java.id);
    await this.twin.sendUnanswered(JSON.stringify({ do: 'cancel', of: twin.id }));
    return [outcome(await java.answer), outcome(await twin.reply)];
  }

  async looks(fields: Fields = {}): Promise<readonly [Look, Look]> {
    const [java, twin] = await this.ask('look', fields);
    assert.ok(java.ok && twin.ok, JSON.stringify([java.error, twin.error]));
    return [java.ok as Look, twin.ok as Look];
  }

  /** Both must answer alike; gives that answer. */
  async agree(method: string, fields: Fields = {}, within = 20_000): Promise<Outcome> {
    const [java, twin] = await this.ask(method, fields, within);
    assert.deepEqual(java, twin, `${method} ${JSON.stringify(fields)} within ${within}`);
    return java;
  }
}

async function javaWorld(
  { framework, android }: VirtualPhone,
  change: (window: Fields) => Fields = (window) => window,
): Promise<World> {
  const world = await worldOf(framework);
  const changed = {
    ...world,
    release: android.property('ro.build.version.release'),
    forms: levels.findLast((level) => level <= world.sdk),
    windows: world.windows.map(change),
  };
  // The same JSON: the virtual phone's tests describe its values as facts, the stubs' tests by their names.
  return changed as unknown as World;
}

interface Reply {
  readonly ok?: Fields;
  readonly error?: { readonly code: string; readonly done: string };
}

function outcome(reply: Reply | undefined): Outcome {
  if (reply === undefined) return { error: 'the stream ended' };
  if (reply.error !== undefined) return { error: `${reply.error.code}, ${reply.error.done}` };
  return { ok: reply.ok ?? {} };
}
