const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML 1.0 does not allow in any form, and lone surrogates. */
const FORBIDDEN = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** A text inside XML or HTML, in an element or a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(FORBIDDEN, '�').replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
