import type { ServerContext } from '../context.ts';
import { badSelector, ServerError } from '../errors.ts';
import { SERVER_PACKAGE } from '../packages.ts';
import { nodesBelow, type UiNode } from '../screen.ts';
import { sourceNode, sourceTree, type SourceNode } from '../source.ts';
import { evaluateScrollable } from './ui-scrollable.ts';
import { select } from './ui-selector.ts';
import { parseUiAutomator, type UiExpression } from './ui-selector-parser.ts';
import { evaluateXPath } from './xpath.ts';

export interface Query {
  readonly strategy: string;
  readonly selector: string;
  /** Searches only below this node. */
  readonly within?: UiNode | undefined;
}

/** A node, or a toast's text. */
export type Match = { readonly node: UiNode } | { readonly toast: string };

const strategies = ['id', 'xpath', 'accessibility id', 'class name', '-android uiautomator'];
const fullResourceId = /^[a-zA-Z_][a-zA-Z0-9._]*:[^/]+\/\S+$/;

/** Everything that matches a query, in tree order. */
export async function find(context: ServerContext, query: Query): Promise<readonly Match[]> {
  const { strategy, selector, within } = query;
  switch (strategy) {
    case 'id': {
      const id = fullId(context, selector);
      return visible(context, within, ({ info }) => info.resourceId === id);
    }
    case 'accessibility id':
      return visible(context, within, ({ info }) => info.description === selector);
    case 'class name':
      return visible(context, within, ({ info }) => info.class === selector);
    case 'xpath':
      return byXPath(context, selector, within);
    case '-android uiautomator':
      return byUiAutomator(context, selector, within);
    default:
      throw new ServerError(
        'invalidSelector',
        `Selector strategy '${strategy}' is not supported. Only the following selector strategies are supported: [${strategies.join(', ')}]`,
      );
  }
}

/** Searches by a single property never return invisible nodes, whatever the settings. */
async function visible(
  context: ServerContext,
  within: UiNode | undefined,
  matches: (node: UiNode) => boolean,
): Promise<readonly Match[]> {
  const roots = within === undefined ? await context.screen.roots() : [within];
  return roots
    .flatMap((root) => [...nodesBelow(root)])
    .filter((node) => node.info.visible && matches(node))
    .map((node) => ({ node }));
}

/** An id without a package belongs to the app under test, or to the server itself if there is none. */
function fullId({ settings, session }: ServerContext, id: string): string {
  if (settings.get('disableIdLocatorAutocompletion') || fullResourceId.test(id)) return id;
  const app = session?.capabilities.appPackage;
  return `${typeof app === 'string' && app !== '' ? app : SERVER_PACKAGE}:id/${id}`;
}

async function byXPath(
  context: ServerContext,
  expression: string,
  within: UiNode | undefined,
): Promise<readonly Match[]> {
  const { settings, toasts, android } = context;
  const options = {
    framework: android.framework,
    toasts: toasts.messages(),
    maxDepth: settings.get('snapshotMaxDepth'),
  };
  const isWithin = (node: SourceNode) => isSame(node, within);
  const found =
    within !== undefined && settings.get('limitXPathContextScope')
      ? await evaluateXPath(expression, sourceNode(within, options, { depth: 0 }), isWithin)
      : await evaluateXPath(expression, sourceTree(await sourceRoots(context), options), within && isWithin);
  return found.flatMap(({ of }) => of ?? []);
}

/** The roots that sources show; if the setting says so, including what is scrolled out of view. */
export function sourceRoots({ screen, settings }: ServerContext): Promise<readonly UiNode[]> {
  return screen.roots({ offScreen: settings.get('allowInvisibleElements') });
}

function isSame({ of }: SourceNode, node: UiNode | undefined): boolean {
  if (node === undefined || of === undefined || !('node' in of)) return false;
  return of.node.window === node.window && of.node.info.path === node.info.path;
}

/** Statements are tried in order; the first that finds something wins. */
async function byUiAutomator(
  context: ServerContext,
  source: string,
  within: UiNode | undefined,
): Promise<readonly Match[]> {
  const expressions = parseUiAutomator(source);
  if (expressions.length === 0) throw badSelector(source, '');
  for (const expression of expressions) {
    const found = await evaluate(context, { source, expression }, within);
    if (found.length > 0) return found.map((node) => ({ node }));
  }
  return [];
}

async function evaluate(
  context: ServerContext,
  { source, expression }: { source: string; expression: UiExpression },
  within: UiNode | undefined,
): Promise<readonly UiNode[]> {
  if (expression.kind === 'scrollable') return evaluateScrollable(context, source, expression);
  return select(within?.children ?? (await context.screen.roots()), expression.selector);
}
