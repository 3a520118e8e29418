import type { Reference } from '../accessible.ts';
import { interfaces } from '../accessible.ts';
import type { AppReader } from '../app-reader.ts';
import type { CacheItem, Counted } from '../cache-item.ts';
import { askInterfaces, askName, askProperties, askRole, askStates } from '../cache-item.ts';
import { noAttributes } from '../object-attributes.ts';

/**
 * A page is not in Chromium's cache if it was loaded after a client began to listen (Chromium 150 does not report that
 * the page is a child of the window), and a page has thousands of nodes. Two things save a third of the calls: a
 * node's interfaces follow from its role and states, so they are asked once per combination; and a text run
 * (`static`) has no children and nothing else to tell.
 */
export async function askChromiumItem(reader: AppReader, reference: Reference): Promise<CacheItem> {
  const { caller } = reader;
  const [role, states] = await Promise.all([askRole(caller, reference), askStates(caller, reference)]);
  if (role === 'static') {
    const name = await askName(caller, reference);
    return { reference, role, states, name, ...textRun };
  }
  const key = `interfaces ${role} ${states.key}`;
  const [offered, properties] = await Promise.all([
    reader.cached(key, () => askInterfaces(caller, reference)),
    askProperties(reader, reference),
  ]);
  return { reference, role, states, interfaces: offered, ...properties };
}

const textRun: Pick<CacheItem, 'description' | 'interfaces' | keyof Counted> = {
  description: '',
  interfaces: new Set([interfaces.accessible, interfaces.component, interfaces.text]),
  children: [],
  childCount: 0,
  objectAttributes: noAttributes,
};
