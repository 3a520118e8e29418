import type { PicturedView } from '../../device/port.ts';
import type { Bounds, UiNode } from '@handeye/screen/node';
import type { UiWindow } from '@handeye/screen/snapshot';
import type { TextMask } from './masked-sources.ts';
import { type Place, stepOf, type TypedFields } from './typed-fields.ts';

/** How the texts of a screen are masked. */
export interface Masking {
  readonly text: TextMask;
  readonly fields: TypedFields;
}

/** A view without secrets, and what of its picture shows them. */
export interface MaskedView {
  readonly view: PicturedView;
  /** The parts of the screen that show what was masked. */
  readonly covered: readonly Bounds[];
  /** Something was masked that can be read on the screen: not only the dots of a password. */
  readonly isReadable: boolean;
}

/** A node on its way through the mask. */
interface Step extends Place {
  readonly parent: Step | undefined;
  readonly children: Step[];
  /** It is part of a field that holds a secret. */
  isInField: boolean;
  masked: UiNode;
}

const textKeys = [
  'text',
  'rawText',
  'description',
  'hint',
  'error',
  'stateDescription',
  'paneTitle',
  'containerTitle',
  'tooltip',
] as const satisfies readonly (keyof UiNode)[];

/** How far around a text the rest of its row is looked for, and how many texts a row has at most. */
const ROW_LEVELS = 4;
const MOST_ROW_NODES = 25;

/** Masks all texts of a view. `onMasked` hears which node stands for which. */
export function maskedView(
  view: PicturedView,
  masking: Masking,
  onMasked: (masked: UiNode, real: UiNode) => void,
): MaskedView {
  const covered: Bounds[] = [];
  let isReadable = false;
  const windows = view.windows.map((window) => {
    const title = window.title === undefined ? undefined : masking.text(window.title, () => []);
    const steps = stepsOf(window);
    for (const step of steps) {
      const node = maskedNode(step, masking);
      if (node !== step.node || step.isInField) {
        covered.push(step.node.bounds);
        isReadable ||= !step.node.password;
      }
      step.masked = node;
    }
    const root = rebuilt(steps, onMasked);
    return root === window.root && title === window.title ? window : { ...window, title, root };
  });
  const isSame = windows.every((window, at) => window === view.windows[at]);
  return { view: isSame ? view : { ...view, windows }, covered, isReadable };
}

/** All nodes of a window, parents first. Trees can be deeper than the stack. */
function stepsOf(window: UiWindow): Step[] {
  if (!window.root) return [];
  const steps: Step[] = [firstStep(window, window.root)];
  // It grows while it is walked through.
  for (const parent of steps) {
    parent.node.children.forEach((node, index) => {
      const path = () => `${stepOf(node, index)} < ${parent.path()}`;
      const step = { node, window, path, parent, children: [], isInField: false, masked: node };
      parent.children.push(step);
      steps.push(step);
    });
  }
  return steps;
}

function firstStep(window: UiWindow, node: UiNode): Step {
  const path = () => stepOf(node, 0);
  return { node, window, path, parent: undefined, children: [], isInField: false, masked: node };
}

function maskedNode(step: Step, { text: mask, fields }: Masking): UiNode {
  const { node, window, parent } = step;
  const field = fields.shown(step);
  step.isInField = field?.holdsSecret === true || parent?.isInField === true;
  const around = () => rowOf(step);
  const texts = textKeys.flatMap((key) => {
    const text = node[key];
    if (text === undefined || (node.password && key === 'text')) return [];
    const own = field && (key === 'text' || key === 'rawText') ? (field.text ?? '') : text;
    const shown = mask(step.isInField ? fields.withoutValues([window.app], own) : own, around);
    return shown === text ? [] : [[key, shown] as const];
  });
  // A range of the real text tells how long the value is, and means other characters of the masked one.
  return texts.length === 0 ? node : { ...node, ...Object.fromEntries(texts), selection: undefined };
}

/** The texts of the row that a node belongs to. */
function rowOf(step: Step): readonly string[] {
  let texts: readonly string[] = [];
  let outer = step.parent;
  for (let level = 0; outer && level < ROW_LEVELS; level += 1) {
    const inside = textsIn(outer);
    if (!inside) break;
    texts = inside;
    outer = outer.parent;
  }
  return texts;
}

/** All texts within a node; undefined if it is more than a row. */
function textsIn(step: Step): readonly string[] | undefined {
  const inside = [step];
  for (const { children } of inside) {
    inside.push(...children);
    if (inside.length > MOST_ROW_NODES) return undefined;
  }
  return inside.flatMap(({ node: { text = '', description = '' } }) => [text, description]);
}

/** The tree with its masked nodes; the same one if there are none. */
function rebuilt(
  steps: readonly Step[],
  onMasked: (masked: UiNode, real: UiNode) => void,
): UiNode | undefined {
  for (const step of [...steps].reverse()) {
    const { node, children, masked } = step;
    const isSame = children.every((child) => child.masked === child.node);
    if (!isSame) step.masked = { ...masked, children: children.map((child) => child.masked) };
    if (step.masked !== node) onMasked(step.masked, node);
  }
  return steps[0]?.masked;
}
