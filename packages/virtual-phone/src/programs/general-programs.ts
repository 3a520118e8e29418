/** The general programs of a phone: toolbox on Android 5, toybox later. docs/virtual-phone.md names those that it leaves out. */
import type { AndroidRelease } from '../kernel/release.ts';
import type { Executable } from '../shell/task.ts';
import { date, hostname, id, ip, uname, uptime, whoami } from './about.ts';
import { base64, cat, cmp, dd, digest, head, tail, tee } from './bytes.ts';
import { cut, sort, tr, uniq, wc } from './text/columns.ts';
import { df, du, find } from './finding.ts';
import { grepAs } from './text/grep.ts';
import { basename, dirname, ls, stat, toolboxLs } from './listing.ts';
import { chmod, chown, cp, fallocate, ln, mkdir, mv, rm, rmdir, sync, touch, truncate } from './moving.ts';
import { echo, failAlways, printf, seq, succeed, test } from './printing.ts';
import { netcat } from './netcat.ts';
import { kill, pgrep, pidof, pkill, ps, toolboxPs } from './processes.ts';
import { env, multiplexer, nohup, setsid, sleep, timeout, toolbox, which, xargs, yes } from './running.ts';

const BOTH: Readonly<Record<string, Executable>> = {
  cat,
  chmod,
  chown,
  cmp,
  cp,
  date,
  dd,
  df,
  du,
  grep: grepAs('basic'),
  id,
  ip,
  kill,
  ln,
  mkdir,
  mv,
  nohup,
  rm,
  rmdir,
  sync,
  touch,
  uptime,
};

/** Recorded on Android 5.1: head, wc, sed, printf, which, pidof and many more are "not found" there. */
const TOOLBOX: ReadonlyMap<string, Executable> = new Map<string, Executable>([
  ...Object.entries(BOTH),
  ['ls', toolboxLs],
  ['md5', digest('md5')],
  ['ps', toolboxPs],
  ['toolbox', toolbox(() => TOOLBOX)],
]);

const TOYBOX: ReadonlyMap<string, Executable> = new Map<string, Executable>([
  ...Object.entries({
    ...BOTH,
    '[': test,
    base64,
    basename,
    cut,
    dirname,
    echo,
    egrep: grepAs('extended'),
    env,
    fallocate,
    false: failAlways,
    fgrep: grepAs('fixed'),
    find,
    head,
    hostname,
    ls,
    pgrep,
    pidof,
    pkill,
    printf,
    ps,
    seq,
    setsid,
    sleep,
    sort,
    stat,
    tail,
    tee,
    test,
    timeout,
    tr,
    true: succeed,
    truncate,
    uname,
    uniq,
    wc,
    which,
    whoami,
    xargs,
    yes,
  }),
  ['md5sum', digest('md5')],
  ['sha1sum', digest('sha1')],
  ['sha256sum', digest('sha256')],
  ['sha512sum', digest('sha512')],
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
