import * as z from 'zod';
import type { Crash, CrashList, Crashes } from '../../device/services/crashes.ts';
import { elementNotFound, permissionDenied } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import { guarded } from '@handeye/screen/format/lean/text';
import { estimatedTokens } from '@handeye/screen/format/lean/tokens/tokens';
import { cell, cut, flat, shown } from '@handeye/screen/sanitize';
import { withinBudget } from '../apps/app-list.ts';
import { defineTool, reading, type Tool } from '../frame/define.ts';
import { isoTime } from '../system.ts';

const LONGEST_REASON = 300;
/** How much of a long trace its end gets: `Caused by` comes last. */
const SHARE_OF_END = 0.4;
/** Tokens of the words around a list. */
const FRAME_TOKENS = 25;

export const getCrashes = defineTool({
  name: 'get_crashes',
  title: 'Get crashes',
  description: 'List crashes, ANRs and native crashes, newest first; with id, one whole trace.',
  hints: reading,
  class: 'read',
  needs: 'crashes',
  input: z.strictObject({
    since: isoTime.optional().describe('ISO 8601; device time unless it has an offset'),
    package_name: z.string().min(1).optional(),
    id: z.string().min(1).optional().describe('From the list'),
  }),
  limit: ({ logs }) => logs,
  example: { package_name: 'com.example.login' },
  fails: {
    invalid_params: 'An invalid time.',
    element_not_found: 'No crash has this `id` any more.',
    permission_denied: 'The device cannot be reached, or keeps no crashes.',
    action_failed: 'Neither the crash buffer nor the drop box can be read.',
  },
  async handle({ device, call, maxTokens }, { since, package_name, id }) {
    const crashes = crashesOf(device);
    if (id !== undefined) return whole(await mustFind(crashes, id, call), maxTokens);
    return listed(await crashes.list({ since, packageName: package_name }, call), package_name, maxTokens);
  },
});

/** The toolset `crashes`. */
export const crashTools: readonly Tool[] = [getCrashes];

function crashesOf({ services }: Device): Crashes {
  if (!services?.crashes) throw permissionDenied('This device keeps no crashes that can be read.');
  return services.crashes;
}

async function mustFind(crashes: Crashes, id: string, call: Parameters<Crashes['find']>[1]): Promise<Crash> {
  const crash = await crashes.find(id, call);
  if (crash) return crash;
  throw elementNotFound(
    `The device has no crash '${flat(shown(id))}' any more. Call get_crashes without id to list those it has.`,
  );
}

function listed({ crashes, notes }: CrashList, of: string | undefined, maxTokens: number): string {
  const texts = crashes.map((crash) => [lineOf(crash), ...crash.frames.map(frameOf)].join('\n'));
  const around = notes.map((note) => `note: ${note}`);
  if (texts.length === 0)
    return [of === undefined ? 'no crashes' : `no crashes of '${flat(shown(of))}'`, ...around].join('\n');
  const count = withinBudget(texts, maxTokens - FRAME_TOKENS - estimatedTokens(around.join('\n')));
  const left = texts.length - count;
  const more = left > 0 ? [`…${left} older: narrow it with since or package_name`] : [];
  return [...texts.slice(0, count), ...more, ...around].join('\n');
}

/** `id kind app time exception: message`. */
function lineOf({ id, kind, app, time, reason }: Crash): string {
  return `${id} ${kind} ${cell(shown(app))} ${time} ${cut(cell(shown(reason)), LONGEST_REASON, '…')}`;
}

function frameOf(frame: string): string {
  return `  ${cut(cell(shown(frame)), LONGEST_REASON, '…')}`;
}

/** The whole trace, or the beginning and the end of one that is too long. */
function whole(crash: Crash, maxTokens: number): string {
  const lines = crash.trace.split('\n').map((line) => guarded((shown(line) ?? '').replaceAll('\t', '  ')));
  const head = lineOf(crash);
  const budget = maxTokens - FRAME_TOKENS - estimatedTokens(head);
  if (withinBudget(lines, budget) === lines.length) return [head, ...lines].join('\n');
  const start = withinBudget(lines, budget * (1 - SHARE_OF_END));
  const rest = lines.slice(start).toReversed();
  const end = withinBudget(rest, budget * SHARE_OF_END);
  const left = rest.length - end;
  return [
    head,
    ...lines.slice(0, start),
    `…${left} lines left out…`,
    ...lines.slice(lines.length - end),
  ].join('\n');
}
