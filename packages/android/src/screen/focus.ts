/** The window that has the focus, as the window manager names it. */
export interface FocusedWindow {
  /** The window's own number: it stays while the window lives. */
  readonly hash: string;
  /** `pkg/class` for most windows, else a name (`StatusBar`), even a dialog's own title (`Sun, Nov 15, 2026`). */
  readonly title: string;
  /** The application, if the title contains it. */
  readonly app: string | undefined;
  /** The owner: 0 for the phone's user, 10 for a work profile; undefined if it is not given. */
  readonly user?: number;
}

export interface Activity {
  readonly app: string;
  /** As the system prints it: `.MainActivity` inside the application's own package. */
  readonly name: string;
}

export interface Focus {
  readonly window: FocusedWindow | undefined;
  readonly activity: Activity | undefined;
}

/** The longest title that is read, which keeps the work on a hostile one small. */
const LONGEST_TITLE = 500;

const APP = String.raw`[A-Za-z]\w*(?:\.\w+)*`;
const COMPONENT = new RegExp(String.raw`(?:^|[\s:])(${APP})/([\w.$]+)`);
// Window{2a2b3496 u0 title}; before Android 4.2 without the user, on vivo Window{pkg:2a2b3496 u0 title type=1 }.
const WINDOW = new RegExp(String.raw`Window\{(?:${APP}:)?([0-9a-f]+)\s+(?:u(-?\d+)\s+)?([^}]*)\}`);
// AppWindowToken{… Token{… ActivityRecord{h u0 pkg/.Act t13}}} up to 9, ActivityRecord{h u0 pkg/.Act t13} from 10 on,
// ActivityRecord{h u0 pkg/.Act} t13} on 12 and 13.
const RECORD = new RegExp(String.raw`ActivityRecord\{[0-9a-f]+\s+(?:u-?\d+\s+)?(${APP})/([\w.$]+)`);

/**
 * Reads the focus out of any mixture of `dumpsys window windows|displays` and `dumpsys activity activities`, whole
 * or through grep. The last of several lines counts: a full `dumpsys window` begins with the stale focus of the last
 * application that did not respond. Of several displays' lines (foldables) those count that name one application.
 */
export function parseFocus(output: string): Focus {
  const windows: FocusedWindow[] = [];
  const apps: Activity[] = [];
  const resumed: Activity[] = [];
  let stale = false;
  for (const line of output.split('\n')) {
    if (line.startsWith('WINDOW MANAGER ')) stale = line.includes('LAST ANR');
    if (stale) continue;
    if (line.includes('mCurrentFocus=')) addTo(windows, windowIn(line));
    else if (line.includes('mFocusedApp=')) addTo(apps, activityIn(line));
    else if (/\b(mResumedActivity|topResumedActivity|ResumedActivity|mFocusedActivity)[:=]/.test(line))
      addTo(resumed, activityIn(line));
  }
  const shared = windows.findLast(({ app }) => apps.some((other) => other.app === app));
  const window = shared ?? windows.at(-1);
  const activity = apps.findLast(({ app }) => app === window?.app) ?? apps.at(-1) ?? resumed[0];
  return { window, activity: titleActivity(window, activity) };
}

/**
 * The application and activity in front, given the owner of the tree's window: with the notification shade open, the focused
 * application is the one below it, and the shade has no activity.
 */
export function inFront(focus: Focus, seen: string | undefined): { app?: string; activity?: string } {
  const app = seen ?? focus.window?.app ?? focus.activity?.app;
  if (app === undefined) return {};
  return focus.activity?.app === app ? { app, activity: focus.activity.name } : { app };
}

/** `pkg/pkg.view.Controls1` and `pkg/.view.Controls1` are the same activity: `.view.Controls1`. */
export function shortActivity(app: string, className: string): string {
  return className.startsWith(`${app}.`) ? className.slice(app.length) : className;
}

/** A window titled with its activity is as reliable as the window manager's own list, and belongs to the same moment. */
function titleActivity(
  window: FocusedWindow | undefined,
  listed: Activity | undefined,
): Activity | undefined {
  if (window?.app === undefined || listed?.app === window.app) return listed;
  const [, app, name] = COMPONENT.exec(window.title) ?? [];
  return app !== undefined && name !== undefined ? { app, name: shortActivity(app, name) } : listed;
}

function windowIn(line: string): FocusedWindow | undefined {
  const [, hash, user, rest] = WINDOW.exec(line) ?? [];
  if (hash === undefined || rest === undefined) return undefined;
  const title = rest
    .slice(0, LONGEST_TITLE)
    .replace(/^paused=\w+\s+/, '')
    .replace(/(\s+(EXITING|type=\d+|isShadow:\w+|paused=\w+))*\s*$/, '')
    .trim();
  return { hash, title, app: COMPONENT.exec(title)?.[1], ...(user !== undefined && { user: Number(user) }) };
}

function activityIn(line: string): Activity | undefined {
  const [, app, name] = RECORD.exec(line) ?? [];
  return app !== undefined && name !== undefined ? { app, name: shortActivity(app, name) } : undefined;
}

function addTo<T>(list: T[], item: T | undefined): void {
  if (item !== undefined) list.push(item);
}
