import * as z from 'zod';
import { actionFailed, permissionDenied } from '../device/errors.ts';
import { known } from '@handeye/screen/format/compact';
import { leftOutText } from '@handeye/screen/format/screen-body';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { orientation } from '@handeye/screen/snapshot';
import { defineTool, reading } from './frame/define.ts';
import { elementFacts, elementShape } from './element-facts.ts';
import { nothing } from './frame/parameters.ts';
import { fullPicture } from './frame/pictures/picture.ts';

/** The four tools that get_screen_state replaced. Opt-in, for clients written against them. */

const treeShape = elementShape.extend({
  focusable: z.boolean(),
  get children() {
    return z.array(treeShape);
  },
});

type Tree = z.infer<typeof treeShape>;

export const getAccessibilityTree = defineTool({
  name: 'get_accessibility_tree',
  title: 'Get accessibility tree',
  description:
    'The tree of the screen as JSON: its first 2,000 elements, down to 100 levels; note says how many more there are. ' +
    'get_screen_state is much smaller and lists more.',
  hints: reading,
  class: 'read',
  input: nothing,
  output: z.object({ nodes: z.array(treeShape), note: z.string().optional() }),
  limit: ({ look }) => look,
  example: {},
  fails: { permission_denied: 'The device cannot be reached.', action_failed: 'Failed to obtain root node.' },
  async handle({ eyes }) {
    const snapshot = await eyes.look({ accept: 'nothing' });
    if (snapshot.elements.length === 0) throw actionFailed('Failed to obtain root accessibility node.');
    eyes.shown(snapshot);
    const { roots, leftOut } = trees(snapshot);
    return { nodes: roots, ...(leftOut > 0 && { note: `${leftOutText(leftOut)}; ${MORE_ELSEWHERE}` }) };
  },
});

const MORE_ELSEWHERE = 'get_screen_state lists up to 10,000';

/** The limits of an answer, as the description states them. Readers of JSON do not all follow hundreds of levels. */
const MOST_NODES = 2000;
const MOST_CHARACTERS = 500_000;
const MOST_LEVELS = 100;

/** One tree a window. A parent comes before its children, so one pass joins them; what has no parent here has no place. */
function trees({ elements }: Snapshot): { roots: Tree[]; leftOut: number } {
  const made = new Map<Element, { tree: Tree; level: number }>();
  const roots: Tree[] = [];
  let characters = 0;
  for (const element of elements) {
    const { parent, node } = element;
    const above = parent && made.get(parent);
    const level = (above?.level ?? 0) + 1;
    if ((parent && !above) || made.size >= MOST_NODES || level > MOST_LEVELS) continue;
    const tree: Tree = { ...elementFacts(element), focusable: node.focusable, children: [] };
    characters += [tree.text, tree.contentDescription, tree.resourceId].join('').length;
    if (characters > MOST_CHARACTERS) break;
    made.set(element, { tree, level });
    (above ? above.tree.children : roots).push(tree);
  }
  return { roots, leftOut: elements.length - made.size };
}

export const captureScreenshot = defineTool({
  name: 'capture_screenshot',
  title: 'Capture screenshot',
  description: 'A JPEG of the screen in full resolution. get_screen_state has a small one.',
  hints: reading,
  class: 'read',
  needs: 'picture',
  input: z.strictObject({ quality: z.int().min(1).max(100).default(80).describe('JPEG quality') }),
  limit: ({ look }) => look,
  example: { quality: 50 },
  fails: {
    invalid_params: '`quality` is outside 1..100.',
    permission_denied: 'The device cannot be reached, or no picture can be taken.',
    action_failed: 'Screenshot capture failed.',
  },
  async handle({ eyes }, { quality }) {
    const snapshot = await eyes.look({ picture: true, accept: 'nothing' });
    if (snapshot.protected) throw permissionDenied('The screen is protected: no picture of it can be taken.');
    eyes.shown(snapshot);
    const { bytes, width, height } = await fullPicture(snapshot, quality);
    return [
      { type: 'image', data: bytes.toString('base64'), mimeType: 'image/jpeg', _meta: { width, height } },
    ];
  },
});

export const getCurrentApp = defineTool({
  name: 'get_current_app',
  title: 'Get current app',
  description: 'Package and activity of the app in front.',
  hints: reading,
  class: 'read',
  input: nothing,
  output: z.object({ packageName: z.string(), activityName: z.string() }),
  limit: ({ look }) => look,
  example: {},
  fails: { permission_denied: 'The device cannot be reached.' },
  async handle({ eyes }) {
    const snapshot = await eyes.look({ accept: 'nothing' });
    return { packageName: known(snapshot.app), activityName: known(snapshot.activity) };
  },
});

export const getScreenInfo = defineTool({
  name: 'get_screen_info',
  title: 'Get screen info',
  description: 'Size, density and orientation of the screen.',
  hints: reading,
  class: 'read',
  input: nothing,
  output: z.object({
    width: z.int(),
    height: z.int(),
    densityDpi: z.int(),
    orientation: z.enum(['portrait', 'landscape']),
  }),
  limit: ({ action }) => action,
  example: {},
  fails: { permission_denied: 'The device cannot be reached.' },
  async handle({ eyes }) {
    const screen = await eyes.screen();
    const { width, height, density } = screen;
    return { width, height, densityDpi: density, orientation: orientation(screen) };
  },
});
