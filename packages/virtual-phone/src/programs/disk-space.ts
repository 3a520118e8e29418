/** df: the phone's partitions and their free space. */
import type { FileSystem } from '../kernel/file-system.ts';
import { FACTORY_BYTES, FREE_BYTES } from '../files/partitions.ts';
import { parseOptions, say, tool } from './tool.ts';

interface Partition {
  readonly device: string;
  /** Kilobytes. */
  readonly size: number;
  readonly used: number;
  readonly path: string;
}

/**
 * The partitions of a phone; everything below /data, including the SD card, is one partition whose use follows the
 * files.
 */
function partitions(files: FileSystem): readonly Partition[] {
  const { capacity, used } = files.space?.() ?? { capacity: FREE_BYTES, used: 0 };
  const size = Math.floor((capacity + FACTORY_BYTES) / 1024);
  const data = { size, used: Math.ceil((used + FACTORY_BYTES) / 1024) };
  return [
    { device: '/dev/block/dm-0', size: 1_048_576, used: 1_032_192, path: '/' },
    { device: 'tmpfs', size: 1_963_188, used: 1_136, path: '/dev' },
    { device: '/dev/block/dm-5', ...data, path: '/data' },
    { device: '/dev/fuse', ...data, path: '/storage/emulated' },
  ];
}

export const df = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'k' });
  const wanted = options.rest.map((path) => task.system.files.resolve(path, task.cwd));
  const all = partitions(task.system.files);
  const chosen = wanted.length === 0 ? all : wanted.flatMap((path) => partitionOf(all, path) ?? []);
  await say(task, `${columns(['Filesystem', '1K-blocks', 'Used', 'Available', 'Use%'])} Mounted on\n`);
  for (const { device, size, used, path } of chosen) {
    const numbers = [String(size), String(used), String(size - used), `${Math.ceil((used * 100) / size)}%`];
    await say(task, `${columns([device, ...numbers])} ${path}\n`);
  }
  return 0;
});

function columns([device = '', ...numbers]: readonly string[]): string {
  return [device.padEnd(16), ...numbers.map((text, index) => text.padStart(index === 3 ? 4 : 9))].join(' ');
}

function partitionOf(all: readonly Partition[], path: string): Partition | undefined {
  const holds = all.filter(
    (partition) => path === partition.path || path.startsWith(`${partition.path.replace(/\/$/, '')}/`),
  );
  return holds.at(-1) ?? all[0];
}
