/** KXmlSerializer throws on characters that XML does not allow. */
export class IllegalCharacter extends Error {
  override readonly name = 'IllegalCharacter';
}

/**
 * As Android's KXmlSerializer writes it: a value that contains a double quote is in single quotes; line breaks and
 * characters beyond the basic plane become numeric references (an emoji is &#128512;).
 */
export function attribute(name: string, value: string): string {
  const quote = value.includes('"') ? "'" : '"';
  return `${name}=${quote}${escape(value, quote)}${quote}`;
}

const ILLEGAL = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Surrogate}]/u;

function escape(value: string, quote: string): string {
  const illegal = ILLEGAL.exec(value)?.[0];
  if (illegal !== undefined)
    throw new IllegalCharacter(`Illegal character (U+${illegal.charCodeAt(0).toString(16)})`);
  return value.replace(/[&<>"'\t\n\r]|[\u{10000}-\u{10ffff}]/gu, (character) => {
    switch (character) {
      case '&':
        return '&amp;';
      case '<':
        return '&lt;';
      case '>':
        return '&gt;';
      case '"':
        return character;
      case "'":
        return quote === "'" ? '&apos;' : character;
      default:
        return `&#${character.codePointAt(0) ?? 0};`;
    }
  });
}
