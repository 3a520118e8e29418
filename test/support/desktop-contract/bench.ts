import assert from 'node:assert/strict';
import * as z from 'zod';
import { toolsets } from '@handeye/core/tools/toolsets';
import type { AttributeValue, DesktopNode } from '@handeye/screen/desktop/node';
import type { Facts, Tree } from '@handeye/screen/desktop/facts';
import type { Refusal, ScriptedApp } from '../scripted-desktop.ts';
import { desktopCalculator, desktopNode } from '../scripted-desktop.ts';

/** The desktop tools on some desktop. */
export interface ContractBench {
  readonly json: (name: string, args?: unknown) => Promise<Record<string, unknown>>;
  /** Calls a tool that must fail and returns its JSON. */
  readonly refusal: (name: string, args?: unknown) => Promise<Refusal>;
  /** Replaces the applications. */
  readonly becomes: (apps: ScriptedApp[]) => void;
}

/** Opens a desktop with these applications; roles, actions and attributes have the names that AX gives them. */
export type OpenBench = (
  apps: ScriptedApp[],
  options?: { readonly treeDepth?: number },
) => Promise<ContractBench>;

export interface TreeAnswer {
  readonly tree: Tree;
  readonly depth: number;
  readonly hasMoreResults: boolean;
  readonly resultCount: number;
  readonly nextCursor?: string;
  readonly guidance?: string;
}

export interface FindAnswer extends Omit<TreeAnswer, 'tree' | 'depth'> {
  readonly elements: Facts[];
}

/** Calls a tool that must succeed, and checks the answer against the tool's own output schema. */
export async function answer(
  tools: Pick<ContractBench, 'json'>,
  name: string,
  args: unknown,
): Promise<unknown> {
  const value = await tools.json(name, args);
  const schema = toolsets.desktop.find((tool) => tool.name === name)?.output;
  assert.ok(schema);
  const outcome = schema.safeParse(value);
  assert.ok(outcome.success, z.prettifyError(outcome.error ?? new z.ZodError([])));
  return value;
}

export const tree = (tools: Pick<ContractBench, 'json'>, args: object = {}) =>
  answer(tools, 'get_ui_tree', { app: 'Calculator', ...args }) as Promise<TreeAnswer>;
export const find = (tools: Pick<ContractBench, 'json'>, args: object) =>
  answer(tools, 'find_element', { app: 'Calculator', ...args }) as Promise<FindAnswer>;

export function nodesOf(root: Tree): Tree[] {
  return [root, ...root.children.flatMap(nodesOf)];
}

const nativeRoles = {
  application: 'AXApplication',
  window: 'AXWindow',
  group: 'AXGroup',
  button: 'AXButton',
  textfield: 'AXTextField',
  text: 'AXStaticText',
} as const;

export function element(role: keyof typeof nativeRoles, parts: Partial<DesktopNode> = {}): DesktopNode {
  return desktopNode(role, { nativeRole: nativeRoles[role], ...parts });
}

export const labels = (count: number) =>
  Array.from({ length: count }, (_, index) => element('text', { title: `Row ${index}` }));

/** The scripted desktop's calculator, in AX terms. */
export function calculator(): ScriptedApp {
  const app = desktopCalculator();
  return { ...app, tree: renamed(app.tree) };
}

const display = { AXHelp: 'Shows the result', AXPlaceholderValue: '0' };

function renamed({ children, ...node }: DesktopNode): DesktopNode {
  const role = node.role === 'panel' ? 'group' : (node.role as keyof typeof nativeRoles);
  const attributes: Record<string, AttributeValue> = role === 'textfield' ? display : {};
  const actions = node.actions.map(() => 'AXPress');
  return element(role, {
    ...node,
    role,
    nativeRole: nativeRoles[role],
    actions,
    attributes,
    children: children.map(renamed),
  });
}

/** An application with one window and this content. */
export function appWith(children: DesktopNode[], parts: Partial<ScriptedApp> = {}): ScriptedApp {
  return withWindows([{ title: 'Main', children }], parts);
}

/** An application with these windows, front to back. */
export function withWindows(
  windows: readonly { title: string; children?: DesktopNode[] }[],
  parts: Partial<ScriptedApp> = {},
): ScriptedApp {
  const children = windows.map(({ title, children = [] }) => element('window', { title, children }));
  return {
    name: 'Editor',
    id: 'org.example.Editor',
    pid: 456,
    tree: element('application', { title: parts.name ?? 'Editor', children }),
    windows: [],
    ...parts,
  };
}

/** The calculator's display, as every tool shows it. */
export const calculatorDisplay = {
  role: 'textfield',
  nativeRole: 'AXTextField',
  value: '42',
  identifier: 'display',
  enabled: true,
  focused: true,
  bounds: { left: 20, top: 40, right: 190, bottom: 100 },
  actions: [],
  path: 'app(123)/window["Calculator"]/textfield[0]',
  childCount: 0,
  children: [],
};
