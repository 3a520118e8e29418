import * as z from 'zod';
import type { Application, Desktop } from '../device/desktop.ts';
import { elementNotFound } from '../device/errors.ts';
import type { Device } from '../device/port.ts';
import type { Placed } from '@handeye/screen/desktop/tree-order';
import { ancestors, inTreeOrder } from '@handeye/screen/desktop/tree-order';
import { factsOf, treeOf } from '@handeye/screen/desktop/facts';
import { search, withRoles } from '@handeye/screen/desktop/search';
import { chooseApplication } from './applications.ts';
import type { ToolContext } from './frame/define.ts';
import { defineTool, reading } from './frame/define.ts';
import { desktopElement, desktopTree, pageFacts, windowFacts } from './desktop-facts.ts';
import { DesktopError, inJson } from './desktop-failures.ts';
import { listingFor, pageOf } from './desktop-pages.ts';
import { flag } from './frame/parameters.ts';

/** The four tools that read any application by name, whether or not it is in front. */

const MOST_NODES = 500;
/** Enough to recognise a text; the focused element shows all of a long one. */
const LONGEST_TEXT = 500;
const LONGEST_FOCUSED_TEXT = 10_000;
const LESS_TREE = 'a smaller depth, filter_roles, or a search';
const LESS_FOUND = 'more or longer criteria';

const timeLimit = (seconds: number) => `Time limit: ${seconds} s unless configured.`;

const app = z
  .union([z.string().min(1), z.int().min(1)], { error: 'must be the name of an application or its PID' })
  .describe('Name, desktop/bundle/package id, or PID');
const cursor = z.string().optional().describe('nextCursor of the last answer; other arguments unchanged');

const appFailures = {
  permission_denied:
    '`permission_denied`: the desktop cannot be reached or forbids it; the message says where to allow it. `not_supported`: the device has no applications to read.',
  timeout: '`timeout`: the application did not answer in time.',
  internal: '`internal`: the tree could not be read, or a fault in Handeye itself.',
} as const;
const MISSING_APP = '`app_not_running`, `multiple_matches`: no application has that name, or several do.';
const STALE_LIST = `${MISSING_APP} \`stale_element\`: the cursor is too old, or the application ended.`;

export const getUiTree = defineTool({
  name: 'get_ui_tree',
  title: 'Get UI tree',
  description:
    "Read an application's accessibility tree, in front or not. An answer holds at most 500 nodes; nextCursor leads " +
    'to the rest. Texts over 500 characters are cut. childCount also counts children hidden by depth. ' +
    timeLimit(5),
  hints: reading,
  class: 'read',
  input: z.strictObject({
    app,
    depth: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('Levels, counting the application; 3 unless configured'),
    include_attributes: z.array(z.string()).default([]).describe('Platform attributes to add'),
    filter_roles: z
      .array(z.string())
      .default([])
      .describe('Only these roles, e.g. button, and their ancestors; native names work too'),
    cursor,
  }),
  output: z.object({ tree: desktopTree, depth: z.int(), ...pageFacts }),
  limit: ({ tree }, _args, device) => tree + slownessOf(device),
  example: { app: 'Calculator' },
  fails: {
    invalid_params:
      '`invalid_parameter`: `app` is missing, `depth` is outside 1..100, or `cursor` belongs to other arguments.',
    element_not_found: STALE_LIST,
    ...appFailures,
  },
  reword: inJson('get_ui_tree'),
  async handle(context, { app, depth = context.treeDepth, include_attributes, filter_roles, cursor }) {
    const { desktop, chosen } = await applicationOf(context, app);
    const question = { pid: chosen.pid, about: JSON.stringify(['tree', depth, filter_roles]) };
    const position = await listingFor(context, { cursor, question, most: MOST_NODES }, async () => {
      // One level more than is shown, so that the last one can count its children.
      const root = await showing(context, chosen, () => desktop.tree(chosen, context.call, depth + 1));
      const whole = inTreeOrder(root, { pid: chosen.pid, depth });
      return { nodes: withRoles(whole, filter_roles), note: cutAt(whole, depth, filter_roles.length > 0) };
    });
    // The ancestors of the first node were on an earlier page; without them the node would have no parent.
    const spine = ancestors(position.listing.nodes[position.first]);
    const { shown, facts } = pageOf(position, { most: MOST_NODES - spine.length, narrow: LESS_TREE });
    const telling = { longestText: LONGEST_TEXT, attributes: include_attributes };
    return { tree: treeOf(shown, { spine, telling }), depth, ...facts };
  },
});

/** What depth cut off: a model would take it for absent. */
function cutAt(nodes: readonly Placed[], depth: number, isFiltered: boolean): string | undefined {
  const cut = nodes.filter(({ level, node }) => level === depth && node.children.length > 0).length;
  if (cut === 0) return undefined;
  if (isFiltered)
    return `Only the first ${depth} levels were filtered, and there are deeper ones: pass a greater depth, or search all of them with find_element.`;
  return `Only the first ${depth} levels are shown; ${cut === 1 ? 'one element' : `${cut} elements`} of the last one ${cut === 1 ? 'has' : 'have'} children (childCount): pass a greater depth, or search with find_element.`;
}

export const findElement = defineTool({
  name: 'find_element',
  title: 'Find element',
  description:
    "Search an application's whole tree, in front or not. role, title, value and identifier are optional; all " +
    `given must match. Texts over 500 characters are cut. No match gives an empty list. ${timeLimit(2)}`,
  hints: reading,
  class: 'read',
  input: z.strictObject({
    app,
    role: z.string().min(1).optional().describe('e.g. button, or a native name; ignores case'),
    title: z.string().min(1).optional().describe('Substring, ignoring case'),
    value: z.string().min(1).optional().describe('Substring, ignoring case'),
    identifier: z.string().min(1).optional().describe('Exact'),
    max_results: z.int().min(1).max(100).default(20),
    cursor,
  }),
  output: z.object({ elements: z.array(desktopElement), ...pageFacts }),
  limit: ({ find }, _args, device) => find + slownessOf(device),
  example: { app: 'Calculator', role: 'button', title: '7' },
  fails: {
    invalid_params:
      '`invalid_parameter`: `app` is missing, `max_results` is outside 1..100, or `cursor` belongs to other arguments.',
    element_not_found: STALE_LIST,
    ...appFailures,
  },
  reword: inJson('find_element'),
  async handle(context, { app, max_results, cursor, ...criteria }) {
    const { desktop, chosen } = await applicationOf(context, app);
    const { role, title, value, identifier } = criteria;
    const question = { pid: chosen.pid, about: JSON.stringify(['find', role, title, value, identifier]) };
    const position = await listingFor(context, { cursor, question, most: max_results }, async () => {
      const root = await showing(context, chosen, () => desktop.tree(chosen, context.call));
      return { nodes: search(inTreeOrder(root, { pid: chosen.pid }), criteria) };
    });
    const { shown, facts } = pageOf(position, { most: max_results, narrow: LESS_FOUND });
    return {
      elements: shown.map((placed) => factsOf(placed, { longestText: LONGEST_TEXT, attributes: [] })),
      ...facts,
    };
  },
});

export const getFocusedElement = defineTool({
  name: 'get_focused_element',
  title: 'Get focused element',
  description:
    'Read the element with the keyboard focus, with all attributes. Texts over 10,000 characters are cut. No focus is not ' +
    `an error: see hasFocus. ${timeLimit(1)}`,
  hints: reading,
  class: 'read',
  input: z.strictObject({ app: app.optional().describe('Only in this application; default: anywhere') }),
  output: z.object({ hasFocus: z.boolean(), element: desktopTree.optional() }),
  limit: ({ focus }, _args, device) => focus + slownessOf(device),
  example: {},
  fails: {
    invalid_params: '`invalid_parameter`: `app` is neither a name nor a PID.',
    element_not_found: `${MISSING_APP} \`stale_element\`: the focus moved while it was read.`,
    ...appFailures,
  },
  reword: inJson('get_focused_element'),
  async handle(context, { app }) {
    const { desktop, chosen } = await perhapsApplicationOf(context, app);
    const before = await context.eyes.glance();
    const focused = await desktop.focused(chosen, context.call);
    if (!focused) return { hasFocus: false };
    const placed = inTreeOrder(focused.root, { pid: focused.app.pid }).find(
      ({ node }) => node === focused.node,
    );
    if (!placed) throw elementNotFound('The focused element left the tree while it was read.');
    if (before) context.eyes.shown(before, focused.app);
    const telling = { longestText: LONGEST_FOCUSED_TEXT, attributes: 'all' } as const;
    return { hasFocus: true, element: { ...factsOf(placed, telling), children: [] } };
  },
});

export const listWindows = defineTool({
  name: 'list_windows',
  title: 'List windows',
  description: `List the windows of one application or all. Minimized ones only on request. ${timeLimit(1)}`,
  hints: reading,
  class: 'read',
  input: z.strictObject({
    app: app.optional().describe('Only the windows of this application'),
    include_minimized: flag().default(false),
  }),
  output: z.object({ windows: z.array(windowFacts) }),
  limit: ({ windows }, _args, device) => windows + slownessOf(device),
  example: {},
  fails: {
    invalid_params: '`invalid_parameter`: `app` is neither a name nor a PID.',
    element_not_found: MISSING_APP,
    ...appFailures,
  },
  reword: inJson('list_windows'),
  async handle(context, { app, include_minimized }) {
    const { desktop, chosen } = await perhapsApplicationOf(context, app);
    const windows = await showing(context, chosen, () => desktop.windows(chosen, context.call));
    return { windows: windows.filter(({ minimized }) => include_minimized || !minimized) };
  },
});

/** Reads the windows of one application, or of all. The client is shown them as they lay on the screen before. */
async function showing<T>(
  { eyes }: ToolContext,
  app: Application | undefined,
  read: () => Promise<T>,
): Promise<T> {
  const before = await eyes.glance();
  const told = await read();
  if (before) eyes.shown(before, app);
  return told;
}

interface Chosen<A> {
  readonly desktop: Desktop;
  readonly chosen: A;
}

async function applicationOf(context: ToolContext, app: string | number): Promise<Chosen<Application>> {
  const desktop = desktopOf(context);
  return { desktop, chosen: chooseApplication(app, await desktop.applications(context.call)) };
}

async function perhapsApplicationOf(
  context: ToolContext,
  app: string | number | undefined,
): Promise<Chosen<Application | undefined>> {
  return app === undefined ? { desktop: desktopOf(context), chosen: undefined } : applicationOf(context, app);
}

/** The time that a phone needs for any read does not count. */
function slownessOf({ desktop }: Device): number {
  return desktop?.slowness ?? 0;
}

function desktopOf({ device }: ToolContext): Desktop {
  if (device.desktop) return device.desktop;
  throw new DesktopError(
    'not_supported',
    `${device.title} does not list its applications and windows.`,
    'Read what it shows with get_screen_state.',
  );
}
