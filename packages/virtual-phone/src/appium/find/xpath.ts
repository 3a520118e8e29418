import type { Attr, IDomFacade, Node as XPathNode } from 'fontoxpath';
import { ServerError } from '../errors.ts';
import type { SourceNode } from '../source.ts';

/** XPath over a source's document, without serialising and parsing it. */

const ELEMENT = 1;
const ATTRIBUTE = 2;
const DOCUMENT = 9;

/** A document or an element, in the form that the XPath engine needs. */
class TreeNode implements XPathNode {
  readonly localName: string;
  readonly nodeName: string;
  readonly namespaceURI = null;
  readonly prefix = null;
  readonly children: readonly TreeNode[];
  readonly attributes: readonly Attr[];

  constructor(
    readonly nodeType: typeof ELEMENT | typeof DOCUMENT,
    readonly source: SourceNode,
    readonly parent: TreeNode | undefined,
    readonly place: number,
  ) {
    this.localName = this.nodeName = source.tag;
    const inside = nodeType === DOCUMENT ? [source] : source.children;
    this.children = inside.map((child, index) => new TreeNode(ELEMENT, child, this, index));
    this.attributes = nodeType === DOCUMENT ? [] : source.attributes.map(attributeNode);
  }
}

function attributeNode([name, value]: readonly [string, string]): Attr {
  return {
    nodeType: ATTRIBUTE,
    localName: name,
    name,
    nodeName: name,
    namespaceURI: null,
    prefix: null,
    value,
  };
}

/** There is no text between elements, and attributes hold their own values. */
const facade: IDomFacade = {
  getAllAttributes: (node) => [...asTree(node).attributes],
  getAttribute: (node, name) => asTree(node).attributes.find((one) => one.name === name)?.value ?? null,
  getChildNodes: (node) => [...asTree(node).children],
  getData: (node) => ('value' in node ? node.value : ''),
  getFirstChild: (node) => asTree(node).children[0] ?? null,
  getLastChild: (node) => asTree(node).children.at(-1) ?? null,
  getNextSibling: (node) => siblingOf(asTree(node), 1),
  getParentNode: (node) => asTree(node).parent ?? null,
  getPreviousSibling: (node) => siblingOf(asTree(node), -1),
};

function asTree(node: XPathNode): TreeNode {
  if (node instanceof TreeNode) return node;
  throw new TypeError('XPath asked for the relatives of an attribute');
}

function siblingOf({ parent, place }: TreeNode, step: 1 | -1): TreeNode | null {
  return parent?.children[place + step] ?? null;
}

/** The elements that an expression finds in a document, in document order; relative ones start at `from`. */
export async function evaluateXPath(
  expression: string,
  document: SourceNode,
  from?: (node: SourceNode) => boolean,
): Promise<readonly SourceNode[]> {
  // 300 KB that only this needs. It is a CommonJS package, whose exports are Node's default export.
  const { default: engine } = await import('fontoxpath');
  const tree = new TreeNode(DOCUMENT, document, undefined, 0);
  const start = (from && find(tree, from)) ?? tree;
  try {
    return engine
      .evaluateXPathToNodes(expression, start, facade)
      .flatMap((found) => (found instanceof TreeNode && found.nodeType === ELEMENT ? [found.source] : []));
  } catch (error) {
    if (error instanceof Error) throw xpathError(error);
    throw error;
  }
}

function find(node: TreeNode, matches: (node: SourceNode) => boolean): TreeNode | undefined {
  if (node.nodeType === ELEMENT && matches(node.source)) return node;
  for (const child of node.children) {
    const found = find(child, matches);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** XPST0003 is the code of all syntax errors. */
function xpathError({ message }: Error): ServerError {
  const [line = message] = message.split('\n');
  if (message.includes('XPST0003')) return new ServerError('invalidSelector', message);
  return new ServerError(
    'unknown',
    `${line}. Try changing the 'enforceXPath1' driver setting to 'true' in order to workaround the problem.`,
  );
}
