import { Eyes } from '../../src/companion/eyes.ts';
import { CompanionFaults } from '../../src/companion/faults.ts';
import { HINTS_SINCE, type NodeJson } from '../../src/companion/node-json.ts';
import { displayFacts } from '../../src/companion/services.ts';
import type { Framework } from '../../src/framework/system/framework.ts';
import type { AccessibilityNode } from '../../src/framework/windows/accessibility.ts';

/** The phone that the stubs of packages/phone-companion play: see its README. */
export interface World {
  readonly sdk: number;
  readonly release: string;
  readonly display: Readonly<Record<string, unknown>>;
  readonly tasks: readonly { readonly activity: string; readonly focused: boolean }[];
  readonly windows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Describes the phone's windows and nodes as a world, so that the Java program on stubs and the twin on this phone can get the
 * same requests. A world has data that a look leaves out: the text of passwords, as the platform provides it.
 */
export async function worldOf(framework: Framework): Promise<World> {
  const work = { signal: new AbortController().signal, remaining: () => 5000, begin: () => undefined };
  const reading = await new Eyes(framework, new CompanionFaults()).read(5000, work);
  const { activity, ...display } = { activity: undefined, ...displayFacts(framework) } as Record<
    string,
    unknown
  >;
  return {
    sdk: framework.shape.sdk,
    release: String(framework.shape.release),
    display,
    tasks: typeof activity === 'string' ? [{ activity, focused: true }] : [],
    windows: reading.windows.map((window) => {
      const root = framework
        .windows()
        .find(({ id }) => id === window.id)
        ?.root({ offScreen: true });
      return root && window.root
        ? { ...window, root: withSecrets(window.root, root, framework.shape.sdk) }
        : window;
    }),
  };
}

function withSecrets(
  { h: _handle, len: _length, ...told }: NodeJson,
  node: AccessibilityNode,
  sdk: number,
): object {
  const children = (told.n ?? []).flatMap((child, place) => {
    const below = node.children[place];
    return below === undefined ? [] : [withSecrets(child, below, sdk)];
  });
  const text = node.password && node.text !== '' && sdk >= HINTS_SINCE ? { t: node.text } : {};
  return { ...told, ...text, ...(children.length > 0 && { n: children }) };
}
