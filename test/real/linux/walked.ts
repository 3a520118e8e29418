import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { displayName } from '../../../packages/linux/src/atspi/names.ts';
import { nativeRole } from '../../../packages/linux/src/atspi/roles.ts';
import type { DesktopNode } from '@handeye/screen/desktop/node';
import { shown } from '@handeye/screen/sanitize';
import type { PrivateDesktop } from './desktop-session.ts';

const run = promisify(execFile);
/** Debian's own Python, which has its pyatspi package. */
const PYTHON = '/usr/bin/python3';

interface Walked {
  readonly role: number;
  readonly name: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Null if libatspi could not read them. */
  readonly actions: readonly string[] | null;
  readonly children: readonly Walked[];
}

interface NodeLine {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly actions: readonly string[] | null;
}

/** Our tree of an application, one line per node. */
export function linesOf(node: DesktopNode, depth = 0): string[] {
  const { states, description, objectPath: _own, ...attributes } = node.attributes;
  const line = lineOf(depth, {
    role: node.nativeRole,
    name: node.title ?? '',
    description: typeof description === 'string' ? description : '',
    states: String(states),
    attributes,
    actions: node.actions,
  });
  return [line, ...node.children.flatMap((child) => linesOf(child, depth + 1))];
}

/** libatspi's tree, one line per node, with our intentional differences applied. */
export async function walkedLines(
  desktop: PrivateDesktop,
  { pid, toolkit }: { pid: number; toolkit: string },
): Promise<string[]> {
  const script = join(import.meta.dirname, 'walk.py');
  const options = { env: desktop.environment, maxBuffer: 256 << 20, timeout: 180_000 };
  const { stdout } = await run(PYTHON, ['-W', 'ignore', script, String(pid)], options);
  const lines = (node: Walked, depth: number): string[] => [
    lineOf(depth, toLine(node, toolkit)),
    ...node.children.flatMap((child) => lines(child, depth + 1)),
  ];
  return lines(JSON.parse(stdout) as Walked, 0);
}

function toLine({ role, name, description, states, attributes, actions }: Walked, toolkit: string): NodeLine {
  const isOutOfReach = !states.includes('showing') && !states.includes('focusable');
  return {
    role: nativeRole(role),
    name: shown(displayName(name, toolkit)) ?? '',
    description: shown(description) ?? '',
    states: states.join(' '),
    attributes: Object.fromEntries(
      Object.entries(attributes)
        .filter(([key]) => key !== 'description')
        .map(([key, value]) => [shown(key) ?? '', shown(value) ?? '']),
    ),
    actions: toolkit === 'Chromium' && isOutOfReach ? [] : actions,
  };
}

function lineOf(depth: number, { role, name, description, states, attributes, actions }: NodeLine): string {
  const pairs = Object.entries(attributes)
    .map(([key, value]) => `${key}=${String(value)}`)
    .sort();
  const parts = [`(${states})`, description, `{${pairs.join(', ')}}`, actionsText(actions)];
  return `${' '.repeat(depth)}${role} "${name}" ${parts.join(' ')}`;
}

const UNKNOWN_ACTIONS = '[?]';

function actionsText(actions: readonly string[] | null): string {
  return actions === null ? UNKNOWN_ACTIONS : `[${actions.map(actionText).join(', ')}]`;
}

/** GTK 4.8 names the icon action of an entry differently in the list of actions, and there after the wrong icon. */
function actionText(action: string): string {
  return action.toLowerCase().replace(/^activate[- ](?:primary|secondary)[- ]icon$/, 'activate an icon');
}

/** The differences between the two trees, at most twenty lines. */
export function differences(ours: readonly string[], theirs: readonly string[]): string[] {
  const length = Math.max(ours.length, theirs.length);
  return Array.from({ length }, (_, at) => at)
    .filter((at) => !isSame(ours[at], theirs[at]))
    .slice(0, 20)
    .map((at) => `${at}: ours ${ours[at] ?? 'nothing'}; theirs ${theirs[at] ?? 'nothing'}`);
}

function isSame(ours: string | undefined, theirs: string | undefined): boolean {
  if (!theirs?.endsWith(UNKNOWN_ACTIONS)) return ours === theirs;
  return ours?.startsWith(theirs.slice(0, -UNKNOWN_ACTIONS.length)) ?? false;
}
