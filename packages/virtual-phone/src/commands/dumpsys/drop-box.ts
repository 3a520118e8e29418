import { MOST_ENTRIES, type DropBoxEntry } from '../../framework/crashes/drop-box.ts';
import type { RunningAndroid } from '../running-android.ts';

const USAGE = 'Usage: dumpsys dropbox [--print|--file] [YYYY-mm-dd] [HH:MM:SS] [tag]\n';
/** How much of a text the list of entries shows, up to Android 13. */
const START_CHARACTERS = 70;

const LOW_PRIORITY =
  '{data_app_wtf, keymaster, system_server_wtf, system_app_strictmode, system_app_wtf, system_server_strictmode, data_app_strictmode, netstats}';

interface Wish {
  readonly print: boolean;
  readonly file: boolean;
  /** A part of the date, or a whole tag; all filters must match. */
  readonly searched: readonly string[];
  readonly unknown: readonly string[];
}

/** `dumpsys dropbox [-p|--print] [-f|--file] [date] [time] [tag]`. */
export function dumpDropBox({ framework }: RunningAndroid, args: readonly string[]): string {
  const { release } = framework.shape;
  const { entries } = framework.crashReports.dropBox;
  if (release >= 12 && (args.includes('-h') || args.includes('--help'))) return HELP;
  const wish = parse(args);
  const found = entries.filter((entry) => fits(entry, wish.searched));
  return [
    ...wish.unknown.map((arg) => `Unknown argument: ${arg}\n`),
    `Drop box contents: ${entries.length} entries\n`,
    ...(release >= 9 ? [`Max entries: ${MOST_ENTRIES}\n`] : []),
    ...(release >= 12
      ? [`Low priority rate limit period: 2000 ms\nLow priority tags: ${LOW_PRIORITY}\n`]
      : []),
    ...(wish.searched.length > 0 ? [`Searching for: ${wish.searched.join(' ')}\n`] : []),
    '\n',
    ...found.map((entry) => described(entry, wish, release)),
    ...(found.length === 0 ? ['(No entries found.)\n'] : []),
    ...(args.length === 0 ? [`\n${USAGE}`] : []),
  ].join('');
}

function parse(args: readonly string[]): Wish {
  const options = args.filter((arg) => arg.startsWith('-'));
  const known = ['-p', '--print', '-f', '--file'];
  return {
    print: options.includes('-p') || options.includes('--print'),
    file: options.includes('-f') || options.includes('--file'),
    searched: args.filter((arg) => !arg.startsWith('-')),
    unknown: options.filter((arg) => !known.includes(arg)),
  };
}

function fits(entry: DropBoxEntry, searched: readonly string[]): boolean {
  return searched.every((arg) => dateOf(entry).includes(arg) || arg === entry.tag);
}

function described(entry: DropBoxEntry, { print, file }: Wish, release: number): string {
  const { tag, text, bytes, isCompressed } = entry;
  const head = `${dateOf(entry)} ${tag} (${isCompressed ? 'compressed ' : ''}text, ${bytes} bytes)\n`;
  const path = file ? `${print ? '' : '    '}${entry.file}\n` : '';
  if (print) return `${'='.repeat(40)}\n${head}${path}${text.endsWith('\n') ? text : `${text}\n`}\n`;
  // Android 14's list names the entries only.
  if (file || release >= 14) return `${head}${path}`;
  const start = text.slice(0, START_CHARACTERS);
  const more = start.length === START_CHARACTERS ? ' ...' : '';
  return `${head}    ${start.trim().replaceAll('\n', '/')}${more}\n`;
}

/** In the phone's time zone, GMT. */
function dateOf({ time }: DropBoxEntry): string {
  return new Date(time).toISOString().replace('T', ' ').slice(0, 19);
}

const HELP = 'Dropbox (dropbox) dump options:\n';
