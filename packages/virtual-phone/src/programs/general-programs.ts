/** The general programs of a phone: toolbox on Android 5, toybox later. */
import type { AndroidRelease } from '../kernel/release.ts';
import type { Executable } from '../shell/task.ts';
import { date, hostname, id, uname, uptime, whoami } from './about.ts';
import { awk } from './awk/awk.ts';
import { base64, cat, cmp, dd, digest, head, tail, tee } from './bytes.ts';
import { cut, nl, rev, sort, tac, tr, uniq, wc } from './text/columns.ts';
import { hexdump, od, xxd } from './hexdump.ts';
import { diff } from './text/diff.ts';
import { expr } from './expr.ts';
import { df, du, find } from './finding.ts';
import { grepAs } from './text/grep.ts';
import { gzipAs } from './gzip.ts';
import { ifconfig, ip, toolboxIfconfig } from './network/interfaces.ts';
import { readlink, realpath, toolboxReadlink } from './links.ts';
import { basename, dirname, ls, stat } from './listing.ts';
import { free, toolboxTop, top } from './memory.ts';
import { chmod, chown, cp, ln, mkdir, mv, rm, rmdir, sync, touch } from './moving.ts';
import { ping } from './network/ping.ts';
import { echo, failAlways, printf, seq, succeed, test } from './printing.ts';
import { netcat } from './network/netcat.ts';
import { netstat, toolboxNetstat } from './network/netstat.ts';
import { kill, pgrep, pidof, pkill, ps, toolboxPs } from './processes.ts';
import {
  env,
  multiplexer,
  nohup,
  printenv,
  setsid,
  sleep,
  tar,
  timeout,
  toolbox,
  which,
  xargs,
  yes,
} from './running.ts';
import { sed } from './text/sed.ts';
import { fallocate, truncate } from './sizing.ts';
import { stty } from './stty.ts';
import { toolboxLs } from './toolbox-ls.ts';

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
  gzip: gzipAs('gzip'),
  id,
  ip,
  kill,
  ln,
  mkdir,
  mv,
  nohup,
  ping,
  printenv,
  rm,
  rmdir,
  sync,
  touch,
  uptime,
};

/**
 * Recorded on Android 5.1: programs that are not listed are "not found" there (head, wc, sed, printf, which, pidof, …).
 */
const TOOLBOX: ReadonlyMap<string, Executable> = new Map<string, Executable>([
  ...Object.entries(BOTH),
  ['hd', hexdump],
  ['ifconfig', toolboxIfconfig],
  ['ls', toolboxLs],
  ['md5', digest('md5')],
  ['netstat', toolboxNetstat],
  ['ps', toolboxPs],
  ['readlink', toolboxReadlink],
  ['top', toolboxTop],
  ['toolbox', toolbox(() => TOOLBOX)],
]);

const TOYBOX: ReadonlyMap<string, Executable> = new Map<string, Executable>([
  ...Object.entries({
    ...BOTH,
    '[': test,
    awk,
    base64,
    basename,
    cut,
    diff,
    dirname,
    echo,
    egrep: grepAs('extended'),
    env,
    expr,
    fallocate,
    false: failAlways,
    fgrep: grepAs('fixed'),
    find,
    free,
    gunzip: gzipAs('gunzip'),
    head,
    hostname,
    ifconfig,
    ls,
    netstat,
    nl,
    od,
    pgrep,
    pidof,
    pkill,
    printf,
    ps,
    readlink,
    realpath,
    rev,
    sed,
    seq,
    setsid,
    sleep,
    sort,
    stat,
    stty,
    tac,
    tail,
    tar,
    tee,
    test,
    timeout,
    top,
    tr,
    true: succeed,
    truncate,
    uname,
    uniq,
    wc,
    which,
    whoami,
    xargs,
    xxd,
    yes,
    zcat: gzipAs('zcat'),
  }),
  ['hd', hexdump],
  ['hexdump', hexdump],
  ['md5sum', digest('md5')],
  ['sha1sum', digest('sha1')],
  ['sha256sum', digest('sha256')],
  ['sha512sum', digest('sha512')],
  ['toybox', multiplexer(() => TOYBOX)],
]);

/** What toybox got after Android 9 (AOSP's shell_and_utilities/README.md). */
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
