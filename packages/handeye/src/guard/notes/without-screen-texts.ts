/** A note without what was written on the screen, for logs: what is quoted in it. */
export function withoutScreenTexts(note: string): string {
  return note.replace(/'.*'/s, "'…'");
}
