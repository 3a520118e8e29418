import type { Reached } from './act.ts';

/** What a rule may know an element by: what it shows, and its resource. */
export function labelsOf({ element }: Reached): readonly string[] {
  if (!element) return [];
  const { text = '', description = '', resourceId = '' } = element.node;
  return [text, description, resourceId].filter((label) => label !== '');
}
