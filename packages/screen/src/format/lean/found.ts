import { centre } from '../../bounds.ts';
import { flat } from '../../sanitize.ts';
import type { Element, Snapshot, UiWindow } from '../../snapshot.ts';
import { isUsable } from './kinds.ts';
import { joinedParts } from './label.ts';
import { about, type Line, printed } from './line.ts';
import { namesIn } from './names.ts';
import { estimatedTokens } from './tokens/tokens.ts';
import { elementsByWindow } from './tree.ts';
import { windowText, type WindowText } from './window-lines.ts';

/** The limits of a search answer. */
export interface FoundLimits {
  readonly most: number;
  readonly maxTokens: number;
}

/** Found elements as lines of the screen; each line has an id and appears once. */
export function foundText(snapshot: Snapshot, found: readonly Element[], limits: FoundLimits): string {
  if (found.length === 0) return 'no element matches';
  const elements = elementsByWindow(snapshot.elements);
  const texts = new Map<UiWindow, WindowText>();
  const lines = new Set<string>();
  let tokens = 0;
  let listed = 0;
  for (const element of found.slice(0, limits.most)) {
    const own = elements.get(element.window) ?? [];
    const text = texts.get(element.window) ?? windowText(own, snapshot.screen);
    texts.set(element.window, text);
    const line = printed(lineFor(element, text, own));
    if (!lines.has(line)) tokens += estimatedTokens(line) + 1;
    if (tokens > limits.maxTokens && lines.size > 0) break;
    lines.add(line);
    listed += 1;
  }
  const left = found.length - listed;
  return [...lines, ...(left > 0 ? [`… ${left} more matches: ask for something more exact`] : [])].join('\n');
}

/** The line of the handle that takes the element's actions; otherwise a line of its own. */
function lineFor(element: Element, { lineOf }: WindowText, own: readonly Element[]): Line {
  const line = lineOf(element);
  const isOwn = line?.element === element || !isUsable(element.node);
  if (line && line.kind !== 'plain' && isOwn) return { ...line, depth: 0 };
  const { text, description, bounds, password } = element.node;
  // The length of a password would reveal something about it.
  const parts = [password ? '' : flat(text), flat(description)].filter(
    (part, at, all) => part !== '' && all.indexOf(part) === at,
  );
  const name = namesIn(own)(element.node);
  const { x, y } = centre(bounds);
  const place = name === undefined ? `area @${x},${y}` : `#${name}`;
  return about(parts.length > 0 ? joinedParts(parts) : place, {
    element,
    kind: isUsable(element.node) ? 'handle' : 'plain',
    marks: line?.marks ?? (element.node.visible ? [] : ['offscreen']),
    numbered: true,
  });
}
