import * as z from 'zod';
import type { Apps, InstalledApp } from '../../device/apps.ts';
import { permissionDenied } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import { estimatedTokens } from '@handeye/screen/format/lean/tokens/tokens';
import { appFacts, appFilters, appLine, chosenApps, withinBudget } from './app-list.ts';
import { appKey, appName, appTitle, chooseApp } from './app-choice.ts';
import type { ToolContext } from '../frame/define.ts';
import { Acted, defineTool, navigating, reading } from '../frame/define.ts';
import { withRemarks } from '../frame/words.ts';

const UNREACHABLE = 'The device cannot be reached, or its applications cannot be listed.';

export function appsOf({ apps }: Device): Apps {
  if (!apps) throw permissionDenied('The applications of this device can neither be listed nor opened.');
  return apps;
}

export const openApp = defineTool({
  name: 'open_app',
  title: 'Open app',
  description: 'Open an app, or bring it to the front as it was.',
  hints: navigating,
  class: 'apps',
  input: z.strictObject({
    app: z.string().min(1).describe('Package, name or part of it'),
    activity: z.string().min(1).optional().describe('Not its first screen but this activity'),
  }),
  limit: ({ look, action }) => look + action,
  example: { app: 'Calculator' },
  fails: {
    invalid_params: '`app` is missing or empty, or `activity` is no name of an activity.',
    element_not_found: 'No app fits, and the closest are named; or several fit, and all are listed.',
    permission_denied:
      'The policy forbids the app, only the app itself may open the activity, or the device cannot be reached.',
    action_failed: 'The app has nothing to open, is disabled, or could not be started.',
  },
  async handle({ device, hands, call, screenFormat }, { app: wanted, activity }) {
    const apps = appsOf(device);
    const app = await meantApp(apps, wanted, call);
    const remark = await hands.open(app, activity);
    const answer = `Opened ${titleFor(app, wanted)}`;
    // Lean has a place for what was found out; elsewhere the answer itself says it.
    return screenFormat === 'lean'
      ? new Acted(answer, { effects: remark === undefined ? [] : [remark] })
      : new Acted(withRemarks(answer, remark));
  },
});

/** One with an icon; one without is meant only by its whole id, which then is never a part of another's. */
export async function meantApp(apps: Apps, wanted: string, call: ToolContext['call']): Promise<InstalledApp> {
  const launchable = await apps.list({ which: 'launchable', tell: 'names' }, call);
  const lower = wanted.trim().toLowerCase();
  const isNamed = (app: InstalledApp) => appKey(app).toLowerCase() === lower;
  if (lower.includes('.') && !launchable.some(isNamed)) {
    const named = (await apps.list({ which: 'all', tell: 'ids' }, call)).find(isNamed);
    if (named) return named;
  }
  return chooseApp(wanted, launchable, apps.namelessBecause);
}

/** Where the device does not tell the name, it is written as the caller wrote it. */
export function titleFor(app: InstalledApp, wanted: string): string {
  const isSame = app.name === undefined && appName(app).toLowerCase() === wanted.trim().toLowerCase();
  return appTitle(isSame ? { ...app, name: wanted } : app);
}

const listing = z.strictObject({
  filter: z.enum(appFilters).default('launcher').describe('launcher: those with an icon'),
  name_query: z.string().optional().describe('Part of the name or package'),
});
const LISTING = 'List installed apps: name, package, version.';

interface Listed {
  readonly found: readonly InstalledApp[];
  /** Something that the reader of the names has to know. */
  readonly note: string | undefined;
}

async function listed(
  { device, call }: ToolContext,
  { filter, name_query: query = '' }: z.infer<typeof listing>,
): Promise<Listed> {
  const apps = appsOf(device);
  const which = filter === 'launcher' ? 'launchable' : 'all';
  const found = chosenApps(await apps.list({ which, tell: 'details' }, call), { filter, query });
  const isNameless = found.some(({ name }) => name === undefined);
  const notes = [isNameless ? apps.namelessBecause : undefined, profileNote(found), apps.unlisted];
  const note = notes.filter((one) => one !== undefined).join(' ');
  return { found, note: note === '' ? undefined : note };
}

/** How apps of a profile are meant, if there are any. */
function profileNote(found: readonly InstalledApp[]): string | undefined {
  const example = found.find(({ profile }) => profile !== undefined);
  if (!example?.profile) return undefined;
  const state = example.profile.paused ? ', which is switched off' : '';
  return `Packages with @${example.profile.user} are in another profile${state}; pass them as they stand here, such as ${appKey(example)}.`;
}

const HOW_TO_NARROW = 'narrow it with name_query or filter';
/** Tokens of the words around a list. */
const FRAME_TOKENS = 25;

/** The number of texts that fit beside the note. */
function fitting(texts: readonly string[], note: string | undefined, { maxTokens }: ToolContext): number {
  return withinBudget(texts, maxTokens - FRAME_TOKENS - estimatedTokens(note ?? ''));
}

export const listApps = defineTool({
  name: 'list_apps',
  title: 'List apps',
  description: LISTING,
  hints: reading,
  class: 'read',
  input: listing,
  output: z.object({
    apps: z.array(
      z.object({
        name: z.string(),
        package: z.string(),
        version: z.string().optional(),
        disabled: z.boolean().optional(),
      }),
    ),
    left_out: z.int().optional(),
    note: z.string().optional(),
  }),
  limit: ({ look }) => look,
  example: { name_query: 'calc' },
  fails: {
    invalid_params: 'An unknown `filter`.',
    permission_denied: UNREACHABLE,
  },
  async handle(context, args) {
    const { found, note } = await listed(context, args);
    const facts = found.map(appFacts);
    const count = fitting(
      facts.map((fact) => JSON.stringify(fact)),
      note,
      context,
    );
    const left = facts.length - count;
    const notes = [note, left > 0 ? `${left} more apps: ${HOW_TO_NARROW}.` : undefined];
    const text = notes.filter((one) => one !== undefined).join(' ');
    return {
      apps: facts.slice(0, count),
      ...(left > 0 && { left_out: left }),
      ...(text !== '' && { note: text }),
    };
  },
  // A line for each.
  lean: {
    description: LISTING,
    input: listing,
    limit: ({ look }) => look,
    example: { name_query: 'calc' },
    async handle(context, args) {
      const { found, note } = await listed(context, args);
      if (found.length === 0) return 'no app matches';
      const lines = found.map(appLine);
      const count = fitting(lines, note, context);
      const left = lines.length - count;
      return [
        ...(note === undefined ? [] : [`note: ${note}`]),
        ...lines.slice(0, count),
        ...(left > 0 ? [`… ${left} more apps: ${HOW_TO_NARROW}`] : []),
      ].join('\n');
    },
  },
});
