import type { TestContext } from 'node:test';
import { startPhone, type VirtualPhone, type StartPhoneOptions } from '@handeye/virtual-phone';
import { PrivateAdb } from '@handeye/testing/private-adb';

export interface ConnectedPhone {
  readonly phone: VirtualPhone;
  readonly adb: PrivateAdb;
}

/** A virtual phone that the real adb, with a server of its own, is connected to. */
export async function connectedPhone(
  t: TestContext,
  options: StartPhoneOptions = {},
): Promise<ConnectedPhone> {
  const phone = await startPhone({ idleWaitMs: 100, ...options });
  t.after(() => phone.close());
  const adb = await PrivateAdb.start(t);
  await adb.connect(phone.port);
  return { phone, adb };
}

/** The bounds of the node with this text, description or id in a dump, as its centre. */
export function centreOf(xml: string, what: string): { x: number; y: number } {
  for (const [node] of xml.matchAll(/<node [^>]*>/g)) {
    const value = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(node)?.[1] ?? '';
    if (![value('text'), value('content-desc'), value('resource-id').replace(/^.*\//, '')].includes(what))
      continue;
    const [, left, top, right, bottom] = /bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"/.exec(node) ?? [];
    return { x: (Number(left) + Number(right)) / 2, y: (Number(top) + Number(bottom)) / 2 };
  }
  throw new Error(`${what} is not in the dump: ${xml.slice(0, 2000)}`);
}
