/** A text by its shape: as long as it was, letters as a or A, digits as 0, anything else that is not ASCII as x. */
export function shapeOf(text: string): string {
  return Array.from(text, shapeOfCharacter).join('');
}

function shapeOfCharacter(character: string): string {
  if (/\p{Lu}/u.test(character)) return 'A';
  if (/\p{L}/u.test(character)) return 'a';
  if (/\p{N}/u.test(character)) return '0';
  return /[ -~]/.test(character) ? character : 'x';
}
