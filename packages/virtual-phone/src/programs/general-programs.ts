/** The general programs of a phone: toolbox on Android 5, toybox later. docs/virtual-phone.md names those that it leaves out. */
import type { AndroidRelease } from '../kernel/release.ts';
import type { Executable } from '../shell/task.ts';
import { date, id, ip } from './about.ts';
import { cat, dd, head, md5, tail, wc } from './bytes.ts';
import { df } from './disk-space.ts';
import { grep } from './text/grep.ts';
import { ls, stat, toolboxLs } from './listing.ts';
import { chmod, fallocate, mkdir, mv, rm, sync, touch } from './moving.ts';
import { echo, failAlways, printf, succeed } from './printing.ts';
import { netcat } from './netcat.ts';
import { kill, pgrep, pidof, pkill, ps, toolboxPs } from './processes.ts';
import { multiplexer, nohup, sleep, toolbox, which, yes } from './running.ts';

const BOTH: Readonly<Record<string, Executable>> = {
  cat,
  chmod,
  date,
  dd,
  df,
  grep,
  id,
  ip,
  kill,
  mkdir,
  mv,
  nohup,
  rm,
  sync,
  touch,
};

/** Recorded on Android 5.1: head, wc, sed, printf, which, pidof and many more are "not found" there. */
const TOOLBOX: ReadonlyMap<string, Executable> = new Map<string, Executable>([
  ...Object.entries(BOTH),
  ['ls', toolboxLs],
  ['md5', md5],
  ['ps', toolboxPs],
  ['toolbox', toolbox(() => TOOLBOX)],
]);

const TOYBOX: ReadonlyMap<string, Executable> = new Map<string, Executable>([
  ...Object.entries({
    ...BOTH,
    echo,
    fallocate,
    false: failAlways,
    head,
    ls,
    pgrep,
    pidof,
    pkill,
    printf,
    ps,
    sleep,
    stat,
    tail,
    true: succeed,
    wc,
    which,
    yes,
  }),
  ['md5sum', md5],
  ['toybox', multiplexer(() => TOYBOX)],
]);

/** Programs that toybox got after Android 9 (AOSP's shell_and_utilities/README.md). */
const TOYBOX_12: ReadonlyMap<string, Executable> = new Map<string, Executable>([
  ...TOYBOX,
  ['nc', netcat],
  ['netcat', netcat],
  ['toybox', multiplexer(() => TOYBOX_12)],
]);

/** The general programs of a release, by name. */
export function generalPrograms(release: AndroidRelease): ReadonlyMap<string, Executable> {
  if (release === 5) return TOOLBOX;
  return release === 9 ? TOYBOX : TOYBOX_12;
}
