import { attribute } from '../commands/uiautomator/xml-attribute.ts';
import { sourceAttributes } from './attributes.ts';
import type { Framework } from '../framework/system/framework.ts';
import type { UiNode } from './screen.ts';

/** A node of the document that sources show and XPath searches. */
export interface SourceNode {
  readonly tag: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: readonly SourceNode[];
  /** What it represents: nothing for the document's root. */
  readonly of: { readonly node: UiNode } | { readonly toast: string } | undefined;
}

const DECLARATION = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";

export interface SourceOptions {
  readonly framework: Framework;
  readonly toasts: readonly string[];
  /** Nothing below this depth is shown. */
  readonly maxDepth: number;
}

/** The whole document: windows below one root, followed by toasts. */
export function sourceTree(roots: readonly UiNode[], options: SourceOptions): SourceNode {
  const { framework, toasts } = options;
  const { rotation, size } = framework.display;
  const windows = roots.map((root, place) => sourceNode(root, options, { depth: 1, index: place }));
  return {
    tag: 'hierarchy',
    attributes: [
      ['index', '0'],
      ['class', 'hierarchy'],
      ['rotation', String(rotation)],
      ['width', String(size.width)],
      ['height', String(size.height)],
    ],
    children: [
      ...windows,
      ...toasts.map((text, place): SourceNode => toastNode(text, windows.length + place)),
    ],
    of: undefined,
  };
}

/** One node with all below it. */
export function sourceNode(
  node: UiNode,
  options: SourceOptions,
  { depth, index = node.info.index }: { depth: number; index?: number },
): SourceNode {
  const isDeepest = options.maxDepth >= 0 && depth >= options.maxDepth;
  return {
    tag: tagOf(node.info.class),
    attributes: sourceAttributes(node, options.framework.shape.sdk).map(([name, value]) =>
      name === 'index' ? [name, String(index)] : [name, value],
    ),
    children: isDeepest ? [] : node.children.map((child) => sourceNode(child, options, { depth: depth + 1 })),
    of: { node },
  };
}

function toastNode(text: string, index: number): SourceNode {
  return {
    tag: 'android.widget.Toast',
    attributes: [
      ['index', String(index)],
      ['package', 'com.android.settings'],
      ['class', 'android.widget.Toast'],
      ['text', text],
      ['displayed', 'true'],
    ],
    children: [],
    of: { toast: text },
  };
}

/** Names of inner classes and the like are not valid XML names. */
function tagOf(className: string): string {
  const name = className
    .replace(/[$@#&]/g, '.')
    .replace(/\.+/g, '.')
    .replace(/^\.|\.$/g, '');
  return name === ''
    ? 'android.view.View'
    : name.replace(/^[^\p{L}_]/u, '_').replace(/[^\p{L}\p{N}._-]/gu, '_');
}

/** The document as text: indented, with the line breaks of Android's serializer. */
export function sourceXml(root: SourceNode): string {
  return DECLARATION + element(root, 0);
}

function element({ tag, attributes, children }: SourceNode, depth: number): string {
  const lineStart = `\r\n${'  '.repeat(depth)}`;
  const inside = attributes.map(([name, value]) => attribute(name, withoutBadCharacters(value)));
  const start = `${lineStart}<${[tag, ...inside].join(' ')}`;
  if (children.length === 0) return `${start} />`;
  return `${start}>${children.map((child) => element(child, depth + 1)).join('')}${lineStart}</${tag}>`;
}

/** Characters that XML cannot hold become question marks; a dump writes dots instead. */
function withoutBadCharacters(value: string): string {
  return value.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '?').replace(/\p{Surrogate}/gu, '?');
}
