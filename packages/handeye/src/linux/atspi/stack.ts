import type { Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';
import type { Conversation } from './conversation.ts';
import { orNothing } from './gone.ts';
import type { Item } from './item.ts';
import { askChildren, asReference, exists, keyOf } from './item.ts';

/** Whether it may be a stack of GTK4, of whose pages one is shown at a time. */
export function mayBeStack({ role }: Item, toolkit: string): boolean {
  return toolkit === 'GTK' && role === 'panel';
}

/**
 * The children of what may be a stack. Asked for all at once, GTK 4.8 leaves its pages out and tells what is on them;
 * asked for one after the other, it tells the pages, by their names.
 */
export async function askStackChildren(talk: Conversation, stack: Reference): Promise<readonly Reference[]> {
  const [listed, first] = await Promise.all([askChildren(talk, stack), askChild(talk, stack, 0)]);
  const [listedFirst] = listed;
  if (!listedFirst || !first || keyOf(first) === keyOf(listedFirst)) return listed;
  const pages = await Promise.all(listed.map((_, index) => askChild(talk, stack, index)));
  return pages.filter((page) => page !== undefined);
}

async function askChild(
  talk: Conversation,
  parent: Reference,
  index: number,
): Promise<Reference | undefined> {
  const question = {
    interface: interfaces.accessible,
    member: 'GetChildAtIndex',
    signature: 'i',
    args: [index],
  };
  const child = asReference((await orNothing(talk.ask(parent, question)))?.[0]);
  return exists(child) ? child : undefined;
}
