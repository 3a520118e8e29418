import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readHierarchy } from '../../packages/android/src/screen/hierarchy.ts';

const LIB = join(import.meta.dirname, '../../test/real/node_modules/@mobilenext/mobile-mcp/lib');

/** The used part of mobile-mcp: how it chooses elements of a dump, and how it prints them. */
interface Lib {
  readonly collect: (node: unknown) => object[];
  readonly print: (elements: readonly object[], format: 'text') => string;
}

/** mobile-mcp's own code on a dump; undefined if it is not installed (`npm test` installs it). */
export function mobileMcpText(): ((xml: string) => string) | undefined {
  if (!existsSync(LIB)) return undefined;
  const { collect, print } = load();
  return (xml) =>
    print(
      collect(parsed(xml)).map((element, at) => ({ ref: `@e${at + 1}`, ...element })),
      'text',
    );
}

function load(): Lib {
  const require = createRequire(import.meta.url);
  // A package without types; these two are what its tool mobile_list_elements_on_screen calls.
  const { AndroidRobot } = require(join(LIB, 'android.js')) as {
    AndroidRobot: { prototype: { collectElements(node: unknown): object[] } };
  };
  const { formatElements } = require(join(LIB, 'format-elements.js')) as { formatElements: Lib['print'] };
  return { collect: (node) => AndroidRobot.prototype.collectElements(node), print: formatElements };
}

/** The tree as mobile-mcp's XML parser gives it: attributes as properties, children in `node`. */
function parsed(xml: string): unknown {
  const nodes = readHierarchy(xml).flatMap((window) => {
    const made: { node: unknown[] }[] = [];
    const roots: unknown[] = [];
    for (const { attributes, parent } of window.nodes) {
      const node = { ...attributes, node: [] };
      made.push(node);
      (parent === undefined ? roots : made[parent]?.node)?.push(node);
    }
    return roots;
  });
  return { node: nodes };
}
