import { randomUUID } from 'node:crypto';
import type { Body } from '../body.ts';
import type { ServerContext, Routes } from '../context.ts';
import { ServerError } from '../errors.ts';
import { sourceRoots } from '../find/find.ts';
import { serverVersion } from '../packages.ts';
import { sourceTree, sourceXml } from '../source.ts';

/** How long the server stays after its session was deleted, to send the answer. */
const STOP_DELAY_MS = 15;

/** Routes for sessions, settings and the whole screen. */
export const sessionRoutes: Routes = {
  'GET /status': () => ({
    build: { version: serverVersion.name, versionCode: serverVersion.code },
    message: 'UiAutomator2 Server is ready to accept commands',
    ready: true,
  }),

  'GET /sessions': ({ session }) =>
    session === undefined ? [] : [{ id: session.id, capabilities: session.capabilities }],

  'POST /session': (context, { body }) => createSession(context, body),

  'GET /session/:sessionId': () => ({ lastScrollData: null }),

  'DELETE /session/:sessionId': (context) => {
    context.toasts.stop();
    context.android.framework.clock.after(STOP_DELAY_MS, context.stop);
    return null;
  },

  'GET /session/:sessionId/appium/settings': ({ settings }) => settings.all(),

  'POST /session/:sessionId/appium/settings': ({ settings }, { body }) => {
    for (const [name, value] of body.object('settings').entries) settings.update(name, value);
    return settings.all();
  },

  'POST /session/:sessionId/appium/reset_ax_cache': async ({ screen }) => {
    await screen.waitForIdle();
    return null;
  },

  'GET /session/:sessionId/source': async (context) => {
    const roots = await sourceRoots(context);
    const tree = sourceTree(roots, {
      framework: context.android.framework,
      toasts: context.toasts.messages(),
      maxDepth: context.settings.get('snapshotMaxDepth'),
    });
    return sourceXml(tree);
  },
};

/** A capability that has the name of a setting is one. */
function createSession(context: ServerContext, body: Body): { sessionId: string; capabilities: unknown } {
  const wanted = body.optionalObject('capabilities');
  if (wanted === undefined)
    throw new ServerError('invalidArgument', "'capabilities' are mandatory for session creation");
  const capabilities: Record<string, unknown> = {};
  context.settings.reset();
  for (const [name, value] of mergedCapabilities(wanted)) {
    if (!context.settings.update(name, value)) capabilities[name] = value;
  }
  const id = randomUUID();
  context.startSession({ id, capabilities });
  return { sessionId: id, capabilities };
}

/** `alwaysMatch` and the first of `firstMatch`; a vendor's prefix is not part of the name. */
function mergedCapabilities(wanted: Body): readonly (readonly [string, unknown])[] {
  const always = wanted.optionalObject('alwaysMatch')?.entries ?? [];
  const [first] = wanted.any('firstMatch') === undefined ? [] : wanted.list('firstMatch');
  return [...always, ...(first?.entries ?? [])].map(([name, value]) => [name.replace(/^appium:/, ''), value]);
}
