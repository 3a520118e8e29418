import type { Session } from '@handeye/core/device/session';
import type { Snapshot } from '@handeye/screen/snapshot';

/** Where an element went that is no longer on the screen. */
export function whereabouts({ identity }: Pick<Session, 'identity'>, snapshot: Snapshot, id: string): string {
  const away = identity.scrolledOut(id);
  if (away)
    return away.direction
      ? `scrolled out of sight, it lies ${where[away.direction]}`
      : 'scrolled out of sight';
  const now = identity.successorOf(id, snapshot)?.now;
  return now ? `left the screen, ${now.id} is in its place` : 'left the screen';
}

const where = { up: 'above', down: 'below', left: 'to the left', right: 'to the right' } as const;
