import { permissionDenied } from '../../../device/errors.ts';
import type { Session } from '../../../device/session.ts';
import { clientName } from '../../../guard/client.ts';
import type { Held, Holds } from '../../../guard/holds.ts';
import { cell, shown } from '../../../ui/sanitize.ts';
import type { Trace } from '../runner.ts';

interface Writing {
  readonly holds: Holds;
  readonly session: Session;
  readonly client: string | undefined;
  readonly trace: Trace;
}

/** Makes a write, unless somebody else has the device. What fails without having touched it takes no device. */
export async function asOneHand<T extends { readonly isError?: true }>(
  { holds, session, client = '', trace }: Writing,
  write: () => Promise<T>,
): Promise<T> {
  const hold = await holds.take(session.device.id, client);
  if ('by' in hold) {
    trace.refusedBy = `held by ${clientName(hold.by)}`;
    throw permissionDenied(busy(hold));
  }
  const before = session.inputs;
  let failed = true;
  try {
    const result = await write();
    failed = result.isError === true;
    return result;
  } finally {
    hold.done({ wrote: !failed || session.inputs > before });
  }
}

function busy({ by, left }: Held): string {
  const name = cell(shown(clientName(by)));
  if (left === undefined)
    return `busy: ${name} has taken over. Reading is allowed. Nothing was done; wait, or ask the user.`;
  const seconds = Math.max(1, Math.ceil(left / 1000));
  return `busy: '${name}' is using this device, for ${seconds} s more unless it writes again. Reading is allowed. Nothing was done; try again after that, or ask the user.`;
}
