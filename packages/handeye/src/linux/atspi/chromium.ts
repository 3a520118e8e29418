import type { Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';
import type { Inquiry } from './inquiry.ts';
import type { Item } from './item.ts';
import { askInterfaces, askName, askRest, askRole, askStates } from './item.ts';
import { noTags } from './tags.ts';

export const chromium = 'Chromium';

/**
 * Chromium's page is not in its cache if it was loaded after somebody began to listen (Chromium 150: it tells nobody
 * that the page is a child of the window), and a page has thousands of nodes. Two things spare a third of the
 * questions. The interfaces of a node follow from its role and its states, so each kind is asked once; and a run of
 * letters (`static`) has neither children nor anything else to tell.
 */
export async function askChromiumItem(inquiry: Inquiry, reference: Reference): Promise<Item> {
  const { talk } = inquiry;
  const [role, states] = await Promise.all([askRole(talk, reference), askStates(talk, reference)]);
  if (role === 'static') {
    const name = await askName(talk, reference);
    return { reference, role, states, name, ...letters };
  }
  const kind = `interfaces ${role} ${states.key}`;
  const [offered, rest] = await Promise.all([
    inquiry.once(kind, () => askInterfaces(talk, reference)),
    askRest(inquiry, reference),
  ]);
  return { reference, role, states, interfaces: offered, ...rest };
}

const letters: Pick<Item, 'description' | 'interfaces' | 'children' | 'tags'> = {
  description: '',
  interfaces: new Set([interfaces.accessible, interfaces.component, interfaces.text]),
  children: [],
  tags: noTags,
};
