import type { Act, Kind } from '@handeye/core/guard/act';
import { ownerOf } from '@handeye/core/guard/act';
import { kindsOf } from '@handeye/core/guard/kinds/kinds';
import { pressesUnknownScript } from '@handeye/core/guard/kinds/unknown-script';
import type { Element, Snapshot } from '@handeye/screen/snapshot';

/** An element of a screen whose press is recognised as a kind. */
export interface Alarm {
  readonly element: Element;
  readonly kinds: readonly Kind[];
  readonly label: string;
}

/** The elements of a screen that can be pressed. */
export function pressable({ elements }: Snapshot): Element[] {
  return elements.filter(({ node, window }) => node.clickable && node.visible && window.type !== 'keyboard');
}

/** The kind recognised for a click on each element of a screen. */
export function alarmsOn(snapshot: Snapshot): Alarm[] {
  return pressable(snapshot).flatMap((element) => {
    const reached = { ...ownerOf(element.window), element, snapshot };
    const act: Act = { tool: 'click_element', toolClass: 'touch', reach: [reached] };
    const kinds = [...kindsOf(act, reached)];
    return kinds.length === 0 ? [] : [{ element, kinds, label: labelOf(element) }];
  });
}

/** The elements whose click is asked about because no words of its script are known, whatever they do. */
export function unreadableOn(snapshot: Snapshot): string[] {
  return pressable(snapshot)
    .filter((element) => {
      const reached = { ...ownerOf(element.window), element, snapshot };
      return pressesUnknownScript({ tool: 'click_element', toolClass: 'touch', reach: [reached] }, reached);
    })
    .map(labelOf);
}

/** Its own or the first inner text, else its resource. */
function labelOf({ node }: Element): string {
  const open = [node];
  for (let at = open.shift(); at; at = open.shift()) {
    const own = at.text ?? at.description;
    if (own !== undefined && own !== '') return own;
    open.push(...at.children);
  }
  return node.resourceId ?? node.className ?? '?';
}
