import type { DesktopNode } from '../../src/desktop/node.ts';

/* Reads paths back, to show that a path leads to its element again. No tool takes one. */

type Step =
  { readonly role: string; readonly index: number } | { readonly role: string; readonly title: string };

/** The path of an element: `app(123)/window["Save as"]/toolbar[0]/button["a/b \"c\""]`. */
interface Path {
  readonly pid: number;
  readonly steps: readonly Step[];
}

const APP = /^app\((\d{1,15})\)/;
const STEP = /\/([\p{L}\p{N} _-]+)\[(?:(\d{1,9})|("(?:[^"\\]|\\.)*"))\]/uy;

/** Parses a path; undefined if it is malformed. */
export function parsePath(text: string): Path | undefined {
  const app = APP.exec(text);
  if (app === null) return undefined;
  const steps: Step[] = [];
  let at = app[0].length;
  while (at < text.length) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    const step = found === null ? undefined : stepOf(found);
    if (step === undefined) return undefined;
    steps.push(step);
    at = STEP.lastIndex;
  }
  return { pid: Number(app[1]), steps };
}

function stepOf([, role = '', index, quoted = '']: RegExpExecArray): Step | undefined {
  if (index !== undefined) return { role, index: Number(index) };
  const title = unquoted(quoted);
  return title === undefined ? undefined : { role, title };
}

function unquoted(quoted: string): string | undefined {
  try {
    const title: unknown = JSON.parse(quoted);
    return typeof title === 'string' ? title : undefined;
  } catch {
    return undefined;
  }
}

/** The result of following a path: the element, or how far the path still leads. */
type Resolution =
  | { readonly node: DesktopNode }
  | {
      /** The first step that matches nothing, or more than one element. */
      readonly stale: string;
    };

/** Follows an earlier path through the current tree. */
export function resolvePath({ steps }: Path, root: DesktopNode): Resolution {
  let node = root;
  for (const step of steps) {
    const next = child(node, step);
    if (next === undefined) return { stale: stepText(step) };
    node = next;
  }
  return { node };
}

function child({ children }: DesktopNode, step: Step): DesktopNode | undefined {
  const ofRole = children.filter(({ role }) => roleWord(role) === step.role);
  if ('index' in step) return ofRole[step.index];
  const [only, another] = ofRole.filter(({ title }) => title === step.title);
  return another === undefined ? only : undefined;
}

function roleWord(role: string): string {
  return role.replace(/[^\p{L}\p{N} _-]/gu, '') || 'element';
}

function stepText(step: Step): string {
  return `${step.role}[${'index' in step ? step.index : JSON.stringify(step.title)}]`;
}
