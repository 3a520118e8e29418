import type { Call } from '../../call/call.ts';
import { shown } from '../../ui/sanitize.ts';
import type { View } from '../../ui/snapshot.ts';
import type { MacSession } from '../session.ts';
import { screenOf } from './look.ts';
import { stackOf } from './stack.ts';

/** The screen in this moment as the window server tells it, without asking any application. */
export async function glanceAt(session: MacSession, call: Call): Promise<View> {
  // One after the other: that is fast, and starts no further bridge.
  const hello = await session.hello(call);
  const listed = await session.windows(call);
  const apps = await session.applications(call);
  const front = apps.find(({ frontmost }) => frontmost);
  const stack = stackOf(listed, apps);
  const activity = stack.find(({ active }) => active)?.title;
  const screen = screenOf(hello);
  return { app: shown(front?.name), activity, screen, awake: true, windows: [], stack, notes: [] };
}
