/** A text that says something; an empty one says nothing. */
export function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
