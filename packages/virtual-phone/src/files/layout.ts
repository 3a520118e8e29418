/** The files of a phone as it leaves the factory: partitions, the SD card's chain of links, devices, /proc. */
import type { AndroidRelease } from '../kernel/release.ts';
import { Contents } from './contents.ts';
import { Disk, type DirectoryNode, type DiskOptions, type Node, type Rule } from './disk.ts';
import { procNetUnix, procStat } from './proc.ts';

export interface PhoneFilesOptions extends DiskOptions {
  readonly release: AndroidRelease;
  /** See PhoneShape. */
  readonly appFoldersClosed?: boolean | undefined;
  readonly sdCard?: string | undefined;
  /** The names in /system/bin that are links to toolbox or toybox. */
  readonly tools: Iterable<string>;
  /** The names in /system/bin that have a binary or script of their own; `sh` is always one. */
  readonly programs: Iterable<string>;
  /** The text of /system/build.prop. */
  readonly buildProperties?: string;
  /** The processes that /proc shows: number and command line. */
  readonly processes?: () => Iterable<readonly [pid: number, commandLine: string]>;
  /** The abstract sockets that programs listen on, which /proc/net/unix shows. */
  readonly abstractSockets?: () => Iterable<string>;
}

const READ_ONLY: Rule = { readOnly: true };
const SHELL = 2000;
const SYSTEM = 1000;
const SDCARD_READ = 1028;
const SDCARD_WRITE = 1015;
const MEDIA_WRITE = 1023;
const LOG = 1007;
const CACHE = 2001;
/** The media provider, which owns the emulated SD card since Android 11. */
const MEDIA_APP = 10_063;
const EXT_DATA = 1078;
const EXT_OBB = 1079;
const INPUT = 1004;
const UHID = 3011;

/** Builds the disk of a new phone. */
export function phoneFiles(options: PhoneFilesOptions): Disk {
  const disk = new Disk(options);
  const plant = new Planter(disk);
  plantData(plant);
  plantCard(plant, options);
  plantSystem(plant, options);
  plantDevices(plant, options.release);
  plantProcesses(plant, options);
  return disk;
}

/** Adds a factory file if it is missing, also on read-only partitions. */
export function plantFile(disk: Disk, path: string, make: () => Uint8Array): void {
  const cut = path.lastIndexOf('/');
  const owner = path.startsWith('/data/') ? { uid: SYSTEM, gid: SYSTEM } : {};
  const planter = new Planter(disk);
  const names = path.slice(0, cut).split('/');
  // Each folder on the way belongs to the same owner.
  for (const place of names.keys()) planter.directory(names.slice(0, place + 1).join('/'), owner);
  const { children } = planter.directory(path.slice(0, cut));
  if (children.has(path.slice(cut + 1))) return;
  children.set(path.slice(cut + 1), disk.file(new Contents(make()), { mode: 0o644, ...owner }));
}

class Planter {
  readonly #disk: Disk;

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** The directory at a path; missing parents are made, owned by root and readable by all. */
  directory(path: string, own: Parameters<Disk['directory']>[0] = {}): DirectoryNode {
    const names = path.split('/').filter(Boolean);
    let here = this.#disk.root;
    for (const [index, name] of names.entries()) {
      const known = here.children.get(name);
      if (known?.kind === 'directory') {
        here = known;
        continue;
      }
      const isLast = index === names.length - 1;
      const made = this.#disk.directory({ rule: here.rule, ...(isLast ? own : {}) });
      here.children.set(name, made);
      here = made;
    }
    return here;
  }

  put(path: string, node: Node): void {
    const cut = path.lastIndexOf('/');
    this.directory(path.slice(0, cut)).children.set(path.slice(cut + 1), node);
  }

  link(path: string, target: string): void {
    this.put(path, this.#disk.symbolicLink(target));
  }

  text(path: string, text: string, own: { mode?: number; uid?: number; gid?: number } = {}): void {
    this.put(path, this.#disk.file(new Contents(new TextEncoder().encode(text)), own));
  }

  made(path: string, make: () => string): void {
    this.put(path, this.generated(make));
  }

  generated(make: () => string): Node {
    return this.#disk.file(new Contents(() => new TextEncoder().encode(make())), { mode: 0o444 });
  }

  folder(children: Iterable<readonly [string, Node]>): Node {
    const folder = this.#disk.directory({ mode: 0o555 });
    for (const [name, node] of children) folder.children.set(name, node);
    return folder;
  }

  device(path: string, own?: Parameters<Disk['device']>[0]): void {
    this.put(path, this.#disk.device(own));
  }
}

function plantData(plant: Planter): void {
  plant.directory('/data', { uid: SYSTEM, gid: SYSTEM, mode: 0o771 });
  plant.directory('/data/app', { uid: SYSTEM, gid: SYSTEM, mode: 0o771 });
  plant.directory('/data/data', { uid: SYSTEM, gid: SYSTEM, mode: 0o771 });
  plant.directory('/data/local', { mode: 0o751 });
  plant.directory('/data/local/tmp', { uid: SHELL, gid: SHELL, mode: 0o771 });
  plant.directory('/data/misc', { uid: SYSTEM, gid: LOG, mode: 0o771 });
  plant.directory('/data/misc/adb', { uid: SYSTEM, gid: SHELL, mode: 0o750 });
  plant.directory('/cache', { uid: SYSTEM, gid: CACHE, mode: 0o770 });
  plant.directory('/mnt', { gid: SYSTEM });
}

function plantCard(plant: Planter, options: PhoneFilesOptions): void {
  const { release, appFoldersClosed = false, sdCard } = options;
  const fixed =
    release >= 12
      ? { uid: MEDIA_APP, gid: MEDIA_WRITE, file: 0o666, directory: 0o2777 }
      : { uid: 0, gid: SDCARD_WRITE, file: 0o660, directory: 0o771 };
  const owner = { uid: fixed.uid, gid: fixed.gid, mode: fixed.directory };
  plant.directory('/storage', { gid: SDCARD_READ, mode: 0o751 });
  plant.directory('/storage/emulated', { gid: SDCARD_READ, mode: 0o755 });
  plant.directory('/storage/emulated/0', { ...owner, rule: { fixed } });
  for (const name of ['Alarms', 'Android', 'DCIM', 'Download', 'Movies', 'Music', 'Pictures', 'Podcasts']) {
    plant.directory(`/storage/emulated/0/${name}`, owner);
  }
  if (release >= 12) {
    plant.directory('/storage/emulated/0/Documents', owner);
    plant.directory('/storage/emulated/0/Recordings', owner);
  }
  plantAppFolders(plant, { release, closed: appFoldersClosed, owner });
  if (sdCard !== undefined) plant.directory(`/storage/${sdCard}`, { ...owner, rule: { fixed } });
  if (release === 5) {
    plant.link('/storage/emulated/legacy', '/storage/emulated/0');
    plant.link('/storage/sdcard0', '/storage/emulated/legacy');
    plant.link('/sdcard', '/storage/emulated/legacy');
  } else {
    plant.directory('/storage/self');
    plant.link('/storage/self/primary', '/storage/emulated/0');
    plant.link('/sdcard', '/storage/self/primary');
  }
  plant.link('/mnt/sdcard', release === 5 ? '/storage/emulated/legacy' : '/storage/self/primary');
}

/** The apps' own folders. Since 11 they have groups of their own, and the shell is in these groups. */
function plantAppFolders(
  plant: Planter,
  {
    release,
    closed,
    owner,
  }: { release: AndroidRelease; closed: boolean; owner: Parameters<Disk['directory']>[0] },
): void {
  const folder = '/storage/emulated/0/Android';
  plant.directory(`${folder}/media`, owner);
  for (const [name, gid] of [
    ['data', EXT_DATA],
    ['obb', EXT_OBB],
  ] as const) {
    const own = release < 12 ? owner : { uid: MEDIA_APP, gid, mode: closed ? 0o700 : 0o2770 };
    plant.directory(`${folder}/${name}`, own);
  }
}

function plantSystem(plant: Planter, options: PhoneFilesOptions): void {
  const { release, tools, programs, buildProperties = '' } = options;
  const binary = release === 5 ? 'toolbox' : 'toybox';
  plant.directory('/system', { rule: READ_ONLY });
  plant.directory('/system/bin', { gid: SHELL, mode: 0o755 });
  plant.directory('/system/xbin', { gid: SHELL, mode: 0o755 });
  plant.text('/system/build.prop', buildProperties);
  plant.text('/system/etc/hosts', '127.0.0.1       localhost\n');
  for (const name of tools) if (name !== binary) plant.link(`/system/bin/${name}`, binary);
  for (const name of ['sh', binary, ...programs]) {
    plant.text(`/system/bin/${name}`, '', { mode: 0o755, gid: SHELL });
  }
  plant.link('/etc', '/system/etc');
  if (release >= 9) plant.link('/bin', '/system/bin');
  plant.directory('/vendor', { rule: READ_ONLY });
}

function plantDevices(plant: Planter, release: AndroidRelease): void {
  for (const name of ['null', 'zero', 'full', 'random', 'urandom', 'tty']) plant.device(`/dev/${name}`);
  plant.device('/dev/console', { mode: 0o600 });
  // Android 5.1 has no /dev/stdout and no /dev/stderr (recorded: `echo a > /dev/stderr` made a file as root).
  if (release === 5) return;
  plant.link('/dev/fd', '/proc/self/fd');
  for (const [fd, name] of ['stdin', 'stdout', 'stderr'].entries())
    plant.link(`/dev/${name}`, `/proc/self/fd/${fd}`);
  // After 9, SELinux lets the shell read panels but not write them; here the mode says so.
  plant.device('/dev/input/event1', { mode: release <= 9 ? 0o660 : 0o640, gid: INPUT });
  if (release >= 12) plant.device('/dev/uinput', { mode: 0o660, uid: UHID, gid: UHID });
}

function plantProcesses(plant: Planter, options: PhoneFilesOptions): void {
  const { release, now, processes = () => [], abstractSockets = () => [] } = options;
  const started = now();
  const living = (): Map<string, Node> =>
    new Map(
      [...processes()].map(([pid, commandLine]) => [
        String(pid),
        plant.folder([
          ['cmdline', plant.generated(() => `${commandLine.replaceAll(' ', '\0')}\0`)],
          ['comm', plant.generated(() => `${commandLine.slice(0, 15)}\n`)],
        ]),
      ]),
    );
  plant.directory('/proc', { mode: 0o555, rule: {}, living });
  const kernel =
    release === 5 ? '3.10.0' : release === 9 ? '4.14.112' : release === 12 ? '5.10.66' : '5.15.110';
  // The shell resolves a task's own descriptors; here they are only names.
  for (const fd of [0, 1, 2]) plant.device(`/proc/self/fd/${fd}`);
  plant.made('/proc/version', () => `Linux version ${kernel} (virtual phone)\n`);
  plant.made('/proc/uptime', () => {
    const seconds = (now() - started) / 1000;
    return `${seconds.toFixed(2)} ${seconds.toFixed(2)}\n`;
  });
  plant.made('/proc/stat', () => procStat((now() - started) / 1000, Math.floor(started / 1000)));
  plant.made('/proc/net/unix', () => procNetUnix(abstractSockets()));
  plant.made(
    '/proc/meminfo',
    () => 'MemTotal:        3926376 kB\nMemFree:         1203484 kB\nMemAvailable:    2442788 kB\n',
  );
  plant.made('/proc/cpuinfo', () =>
    [0, 1, 2, 3].map((core) => `processor\t: ${core}\nBogoMIPS\t: 38.40\n`).join('\n'),
  );
  plant.made(
    '/proc/mounts',
    () => '/dev/block/dm-0 /system ext4 ro,seclabel 0 0\n/dev/block/dm-5 /data f2fs rw,seclabel 0 0\n',
  );
}
