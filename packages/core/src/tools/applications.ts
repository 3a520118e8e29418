import type { Application } from '../device/desktop.ts';
import { nearest } from '../text/did-you-mean.ts';
import { DesktopError, named } from './desktop-failures.ts';

/** The most names that an error lists. */
const MOST_NAMES = 10;

/**
 * The application that was meant: by its PID, else by its exact name or id, else by the only name or id that is the
 * same in another case. Never a guess: what fits several is an error that names them.
 */
export function chooseApplication(wanted: string | number, running: readonly Application[]): Application {
  const text = String(wanted);
  const lower = text.toLowerCase();
  const waysToMean: ((app: Application) => boolean)[] = [
    ({ pid }) => String(pid) === text.trim(),
    ({ name, id }) => name === text || id === text,
    ({ name, id }) => name.toLowerCase() === lower || id?.toLowerCase() === lower,
  ];
  for (const isMeant of waysToMean) {
    const [only, ...others] = running.filter(isMeant);
    if (only && others.length === 0) return only;
    if (only) throw several(text, [only, ...others]);
  }
  throw notRunning(text, running);
}

function several(wanted: string, matches: readonly Application[]): DesktopError {
  return new DesktopError(
    'multiple_matches',
    `Multiple applications match '${named(wanted)}': ${matches.map(applicationSummary).join(', ')}`,
    `Pass the ${whatDiffers(matches)} of the one you mean as app.`,
  );
}

/** What means only one of them. The PID always does; a name or id that two share would match both again. */
function whatDiffers(matches: readonly Application[]): string {
  const isOnly = (text: string | undefined) =>
    text !== undefined && matches.filter(({ name, id }) => name === text || id === text).length === 1;
  const ways = [
    'PID',
    ...(matches.every(({ name }) => isOnly(name)) ? ['exact name'] : []),
    ...(matches.every(({ id }) => isOnly(id)) ? ['id'] : []),
  ];
  const last = ways.pop() ?? '';
  return ways.length === 0 ? last : `${ways.join(', ')} or ${last}`;
}

function notRunning(wanted: string, running: readonly Application[]): DesktopError {
  const names = [...new Set(running.map(({ name }) => name))].filter((name) => name !== '');
  const near = nearNames(wanted, names);
  const list = (some: readonly string[]) => some.map((name) => `'${name}'`).join(', ');
  const others = names.length > MOST_NAMES ? `${list(names.slice(0, MOST_NAMES))}, …` : list(names);
  const guidance =
    near.length > 0
      ? `Did you mean ${list(near)}? Otherwise start the application and try again.`
      : `Start the application and try again. ${names.length > 0 ? `Running: ${others}.` : 'No application with a window is running.'}`;
  return new DesktopError('app_not_running', `Application '${named(wanted)}' is not running`, guidance);
}

/** Names that contain the typed text or are contained in it, and one that is a mistyping away. */
function nearNames(wanted: string, names: readonly string[]): string[] {
  const typed = wanted.trim().toLowerCase();
  if (typed === '') return [];
  const mistyped = nearest(
    typed,
    names.map((name) => name.toLowerCase()),
  );
  const isNear = (name: string) => name === mistyped || name.includes(typed) || typed.includes(name);
  return names.filter((name) => isNear(name.toLowerCase())).slice(0, MOST_NAMES);
}

function applicationSummary({ name, id, pid }: Application): string {
  return id === undefined || id === name ? `${name} (PID ${pid})` : `${name} (${id}, PID ${pid})`;
}
