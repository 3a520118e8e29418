/** One download. Its progress is computed from the time. */
export interface Transfer {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes per second. */
  readonly speed: number;
  readonly state: 'idle' | 'running' | 'paused' | 'finished' | 'cancelled';
  /** Bytes received before `since`. */
  readonly before: number;
  /** When it was started or resumed, epoch milliseconds. */
  readonly since: number;
}

const MEGABYTE = 1_000_000;

function waiting(name: string, megabytes: number, speed: number): Transfer {
  return { name, size: megabytes * MEGABYTE, speed: speed * MEGABYTE, state: 'idle', before: 0, since: 0 };
}

function finished(name: string, megabytes: number): Transfer {
  return { ...waiting(name, megabytes, 1), state: 'finished', before: megabytes * MEGABYTE };
}

export const firstTransfers: readonly Transfer[] = [
  waiting('survey-map.pdf', 12, 1.5),
  waiting('field-recordings.zip', 48, 4),
  waiting('garden-timelapse.mp4', 240, 2),
  finished('invoice-0042.pdf', 0.3),
  finished('wallpaper-dunes.png', 2.4),
];

/** How many bytes have been received. */
export function received(transfer: Transfer, now: number): number {
  const { state, before, since, speed, size } = transfer;
  return state === 'running' ? Math.min(size, before + ((now - since) / 1000) * speed) : before;
}

/** Milliseconds until a running transfer is complete. */
export function remainingMs(transfer: Transfer, now: number): number {
  return ((transfer.size - received(transfer, now)) / transfer.speed) * 1000;
}

/** The transfer resumed now. */
export function running(transfer: Transfer, now: number): Transfer {
  return { ...transfer, state: 'running', before: received(transfer, now), since: now };
}

/** The transfer paused, with what was received so far. */
export function paused(transfer: Transfer, now: number): Transfer {
  return { ...transfer, state: 'paused', before: received(transfer, now) };
}

export function cancelled(transfer: Transfer): Transfer {
  return { ...transfer, state: 'cancelled', before: 0 };
}

/** The transfer as finished, if it is complete. */
export function settled(transfer: Transfer, now: number): Transfer {
  const complete = transfer.state === 'running' && received(transfer, now) >= transfer.size;
  return complete ? { ...transfer, state: 'finished', before: transfer.size } : transfer;
}

/** The second line of a row, below the file's name. */
export function status(transfer: Transfer, now: number): string {
  const { state, size } = transfer;
  const bytes = received(transfer, now);
  const progress = `${megabytes(bytes)} of ${megabytes(size)} MB · ${Math.floor((bytes / size) * 100)}%`;
  switch (state) {
    case 'idle':
      return `${megabytes(size)} MB · Not started`;
    case 'running':
      return progress;
    case 'paused':
      return `${progress} · Paused`;
    case 'finished':
      return `${megabytes(size)} MB · Complete`;
    case 'cancelled':
      return 'Cancelled';
  }
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}
