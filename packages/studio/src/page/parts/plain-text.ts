/** Maximum length of a name in a small place. */
const LONGEST_NAME = 80;

/**
 * A name for a place that cannot contain markup: an option, a tooltip, the tab's title. Without characters that reorder or hide
 * letters (Unicode's control and format characters), and shortened.
 */
export function plainName(text: string): string {
  const plain = text.slice(0, 4 * LONGEST_NAME).replace(/[\p{Cc}\p{Cf}]/gu, '');
  return plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME)}…` : plain;
}
