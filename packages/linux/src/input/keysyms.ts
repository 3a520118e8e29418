/** Keysyms of keys that are not characters. */
export const keysyms = {
  backSpace: 0xff08,
  tab: 0xff09,
  enter: 0xff0d,
  home: 0xff50,
  escape: 0xff1b,
  left: 0xff51,
  up: 0xff52,
  right: 0xff53,
  down: 0xff54,
  pageUp: 0xff55,
  pageDown: 0xff56,
  end: 0xff57,
  insert: 0xff63,
  /** F2 and the others follow. */
  f1: 0xffbe,
  shift: 0xffe1,
  control: 0xffe3,
  capsLock: 0xffe5,
  alt: 0xffe9,
  super: 0xffeb,
  delete: 0xffff,
} as const;

/** The keysym of a character: Latin-1 characters have their own code, all others their Unicode number plus a flag. */
export function keysymOf(character: string): number {
  if (character === '\n' || character === '\r') return keysyms.enter;
  if (character === '\t') return keysyms.tab;
  const code = character.codePointAt(0) ?? 0;
  const latin = (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff);
  return latin ? code : 0x0100_0000 | code;
}
