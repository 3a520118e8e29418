/** Letters of a name that are shown where there is no room for more. */
const LONGEST_NAME = 80;

/**
 * A name for a place where nothing can stand around it: an option, a title, the tab's name. Without what reorders or hides
 * letters (Unicode's controls and format characters), and not longer than anybody reads.
 */
export function plainName(text: string): string {
  const plain = text.slice(0, 4 * LONGEST_NAME).replace(/[\p{Cc}\p{Cf}]/gu, '');
  return plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME)}…` : plain;
}
