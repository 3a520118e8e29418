import type { Accessible } from '../atspi/accessible.ts';
import { interfaces, toolkits } from '../atspi/accessible.ts';
import { asReference, keyOf } from '../atspi/cache-item.ts';
import type { Caller } from '../atspi/caller.ts';
import { orUndefined } from '../atspi/errors.ts';
import { asList, asNumber } from '../dbus/value.ts';

/** AT-SPI's relation from a control to its label. */
const LABELLED_BY = 2;

/** GTK 2 and 3 leave a control with a label beside it without a name; other toolkits name it by the label. */
const askedToolkits: ReadonlySet<string> = new Set([toolkits.gtk3, 'GAIL']);

const labelledRoles: ReadonlySet<string> = new Set([
  ...['text', 'entry', 'password text', 'spin button', 'combo box', 'slider', 'toggle button'],
]);

/** More than a dialog has. Each costs a question. */
const MOST_ASKED = 60;

/** The labels of the nameless controls that a window shows, by control. */
export async function labelsIn(
  caller: Caller,
  frame: Accessible,
  toolkit: string,
): Promise<ReadonlyMap<Accessible, string>> {
  if (!askedToolkits.has(toolkit)) return new Map();
  const names = new Map<string, string>();
  const nameless: Accessible[] = [];
  const open = [frame];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.role === 'label') names.set(keyOf(next.reference), next.name || (next.text ?? ''));
    if (isNameless(next)) nameless.push(next);
    open.push(...next.children);
  }
  if (names.size === 0) return new Map();
  const labelled = await Promise.all(
    nameless.slice(0, MOST_ASKED).map(async (control) => {
      const keys = await askLabels(caller, control);
      const said = keys.flatMap((key) => names.get(key) ?? []).join(' ');
      return said === '' ? [] : [[control, said] as const];
    }),
  );
  return new Map(labelled.flat());
}

function isNameless({ role, name, description, states, bounds }: Accessible): boolean {
  const isShown = bounds !== undefined && states.has('showing');
  return isShown && labelledRoles.has(role) && name === '' && description === '';
}

async function askLabels(caller: Caller, { reference }: Accessible): Promise<string[]> {
  const method = { interface: interfaces.accessible, member: 'GetRelationSet' };
  const reply = await orUndefined(caller.call(reference, method));
  return asList(reply?.[0]).flatMap((relation) => {
    const [type, targets] = asList(relation);
    return asNumber(type) === LABELLED_BY ? asList(targets).map((one) => keyOf(asReference(one))) : [];
  });
}
