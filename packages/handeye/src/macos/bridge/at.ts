import type { Conversation } from './conversation.ts';

/** The processes that draw what lies at a point, none where nothing does. A window may hold parts of other processes. */
export function pidsAt(conversation: Conversation, { x, y }: { x: number; y: number }): number[] {
  const { mac, own } = conversation;
  const element = conversation.elementAt(own, x, y);
  if (element === null) return [];
  const window = mac.values.element(conversation.attribute(own, element, 'AXWindow'));
  const drawn = window === null ? [element] : [element, window];
  return [...new Set(drawn.flatMap((one) => conversation.pidOf(one) ?? []))];
}
