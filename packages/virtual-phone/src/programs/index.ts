/** The programs that every phone has, whatever is done with it: toolbox on Android 5, toybox later. */
import type { AndroidRelease } from '../kernel/release.ts';
import type { Executable } from '../shell/task.ts';
import { date, hostname, id, uname, uptime, whoami } from './about.ts';
import { base64, cat, cmp, dd, digest, head, tail, tee } from './bytes.ts';
import { cut, nl, rev, sort, tac, tr, uniq, wc } from './columns.ts';
import { hexdump, od, xxd } from './dump.ts';
import { expr } from './expr.ts';
import { df, du, find } from './finding.ts';
import { grepAs } from './grep.ts';
import { basename, dirname, ls, stat } from './listing.ts';
import { chmod, chown, cp, ln, mkdir, mv, readlink, realpath, rm, rmdir, sync, touch } from './moving.ts';
import { echo, failAlways, printf, seq, succeed, test } from './printing.ts';
import { kill, pgrep, pidof, pkill, ps, toolboxPs } from './processes.ts';
import {
  env,
  multiplexer,
  nohup,
  printenv,
  sleep,
  tar,
  timeout,
  toolbox,
  which,
  xargs,
  yes,
} from './running.ts';
import { sed } from './sed.ts';
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
  id,
  kill,
  ln,
  mkdir,
  mv,
  nohup,
  printenv,
  rm,
  rmdir,
  sync,
  touch,
  uptime,
};

/** Recorded on Android 5.1: what is not here is "not found" there (head, wc, sed, printf, which, pidof, …). */
const TOOLBOX: ReadonlyMap<string, Executable> = new Map<string, Executable>([
  ...Object.entries(BOTH),
  ['hd', hexdump],
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
    expr,
    false: failAlways,
    fgrep: grepAs('fixed'),
    find,
    head,
    hostname,
    ls,
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
    sleep,
    sort,
    stat,
    tac,
    tail,
    tar,
    tee,
    test,
    timeout,
    tr,
    true: succeed,
    uname,
    uniq,
    wc,
    which,
    whoami,
    xargs,
    xxd,
    yes,
  }),
  ['hd', hexdump],
  ['hexdump', hexdump],
  ['md5sum', digest('md5')],
  ['sha1sum', digest('sha1')],
  ['sha256sum', digest('sha256')],
  ['sha512sum', digest('sha512')],
  ['toybox', multiplexer(() => TOYBOX)],
]);

/** The general programs of a release, by name. */
export function generalPrograms(release: AndroidRelease): ReadonlyMap<string, Executable> {
  return release === 5 ? TOOLBOX : TOYBOX;
}
