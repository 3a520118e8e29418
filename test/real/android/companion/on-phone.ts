import type { VirtualPhone } from '@handeye/virtual-phone';

/** The process ids of the companions that run on a phone. */
export function companionsOn({ android: { files } }: VirtualPhone): readonly number[] {
  return files
    .list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) =>
      Buffer.from(files.read(`/proc/${pid}/cmdline`))
        .toString()
        .includes('handeye.companion.Main'),
    )
    .map(Number);
}
