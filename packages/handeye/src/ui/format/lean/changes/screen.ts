import { notesOf } from '../lean.ts';
import type { LeanScreen, LeanWindow } from '../line.ts';
import { isDesktopMenu, placeName } from '../windows.ts';
import type { Look } from './hit.ts';

/** Whether somebody sees another screen: another app or activity, another window on top, or one that cannot be read. */
export function isOtherScreen(before: Look, now: Look): boolean {
  const old = before.snapshot;
  const own = now.snapshot;
  return (
    old.app !== own.app ||
    (old.activity !== own.activity && !isTitle(now)) ||
    (old.unread === undefined) !== (own.unread === undefined) ||
    (old.textless === undefined) !== (own.textless === undefined) ||
    before.screen.isAllSelected !== now.screen.isAllSelected ||
    windowsOnTop(before.screen) !== windowsOnTop(now.screen)
  );
}

/** A desktop has no activities: what stands in their place is the title of the window, which may change while it lives. */
function isTitle({ snapshot }: Look): boolean {
  const active = snapshot.windows.find(({ active: isActive }) => isActive);
  return active?.title !== undefined && active.title === snapshot.activity;
}

/** The title of a desktop's window, if it is another one than before. */
export function titleChange(before: Look, now: Look): string[] {
  const { app, activity } = now.snapshot;
  return before.snapshot.activity === activity ? [] : [`now: ${placeName(app, activity)}`];
}

/**
 * The active window and whatever is over or beside it. The system's own that is not active is none of them: a notification.
 * Nor is a menu of a desktop, which opens over a window that stays as it is.
 */
function windowsOnTop({ windows }: LeanScreen): string {
  const active = windows.find(({ window }) => window.active);
  const others = windows.filter(
    ({ window, role }) =>
      !window.active &&
      window.type !== 'system' &&
      window.type !== 'keyboard' &&
      !isDesktopMenu(window) &&
      (role === 'content' || role === 'unread'),
  );
  return JSON.stringify([active?.window.key, ...others.map(({ window }) => window.key).toSorted()]);
}

/** The keyboard, toasts, notes: what is told of them if it is new. */
export function windowEvents(before: Look, now: Look): string[] {
  return [
    ...newToasts(before.screen, now.screen),
    ...keyboardChange(before.screen, now.screen),
    ...newNotes(before, now),
  ];
}

function newToasts(before: LeanScreen, now: LeanScreen): string[] {
  const known = titlesOf(before, 'toast');
  return titlesOf(now, 'toast').filter((toast) => {
    const at = known.indexOf(toast);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

function keyboardChange(before: LeanScreen, now: LeanScreen): string[] {
  const [old] = titlesOf(before, 'keyboard');
  const [own] = titlesOf(now, 'keyboard');
  if (old === undefined) return own === undefined ? [] : [own];
  return own === undefined ? ['keyboard gone'] : [];
}

function titlesOf({ windows }: LeanScreen, role: LeanWindow['role']): string[] {
  return windows.filter((window) => window.role === role).flatMap(({ title }) => title ?? []);
}

function newNotes(before: Look, now: Look): string[] {
  const known = new Set(notesOf(before.snapshot));
  const isWoken = now.snapshot.awake && !before.snapshot.awake;
  return [
    ...(isWoken ? ['note: the display is awake'] : []),
    ...notesOf(now.snapshot).filter((note) => !known.has(note)),
  ];
}
