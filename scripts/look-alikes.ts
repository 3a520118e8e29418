/**
 * npm run look-alikes -- confusables.txt: writes packages/core/src/guard/text/look-alike-letters.ts from Unicode's list of
 * confusable characters (https://www.unicode.org/Public/security/latest/confusables.txt).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

const TARGET = path.resolve(import.meta.dirname, '../packages/core/src/guard/text/look-alike-letters.ts');

/** In fonts of phones and desktops they look like a Latin letter in a word, though Unicode does not list them. */
const further: Readonly<Record<string, string>> = {
  є: 'e',
  ε: 'e',
  κ: 'k',
  к: 'k',
  τ: 't',
  η: 'n',
  ⲁ: 'a',
  ⲉ: 'e',
  ϥ: 'q',
};

const FILE = process.argv[2];
if (FILE === undefined) throw new Error('Name the file: npm run look-alikes -- confusables.txt');
const TEXT = readFileSync(FILE, 'utf8');
const VERSION = /^# Version: (\S+)/m.exec(TEXT)?.[1] ?? '?';

/** `0430 ;	0061 ;	MA	# ( а → a ) CYRILLIC SMALL LETTER A → LATIN SMALL LETTER A`. */
const LINE = /^\s*([0-9A-F]+)\s*;\s*([0-9A-F ]+?)\s*;/gm;
const character = (code: string) => String.fromCodePoint(parseInt(code, 16));
const prototypes = new Map<string, string>();
for (const [, code = '', codes = ''] of TEXT.matchAll(LINE)) {
  prototypes.set(character(code), codes.split(' ').map(character).join(''));
}

/** Some letters look like a small capital: в like ʙ. Unicode leaves it at that. */
const latin = new Map(Object.entries(further));
Array.from('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ').forEach((one, at) => latin.set(one, String.fromCharCode(0x61 + at)));

const bare = (shown: string) => shown.normalize('NFKD').replace(/\p{M}/gu, '');

/** The Latin letter that something looks like, marks aside. */
function letterOf(one: string): string | undefined {
  const shown = bare(prototypes.get(one) ?? '');
  return latin.get(one) ?? latin.get(shown) ?? (/^[A-Za-z]$/.test(shown) ? shown.toLowerCase() : undefined);
}

const found = new Map<string, string>();
for (const one of [...latin.keys(), ...prototypes.keys()]) {
  const letter = letterOf(one);
  // Labels are normalized first: what becomes a Latin letter by that needs no line. Signs are no part of a word.
  const normal = bare(one);
  if (letter !== undefined && /^(?![A-Za-z])\p{L}$/u.test(normal) && !found.has(normal))
    found.set(normal, letter);
}
// Words mean the same in capitals, so both forms become the same letter, unless each looks like one of its own.
for (const [one, letter] of [...found]) {
  for (const other of [one.toLowerCase(), one.toUpperCase()]) {
    if (Array.from(other).length === 1 && !/[A-Za-z]/.test(other) && !found.has(other))
      found.set(other, letter);
  }
}

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(0x61 + at));
const rows = letters.map((letter) => {
  const ones = [...found].filter(([, is]) => is === letter).map(([one]) => one);
  return `${letter}: '${ones.sort((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0)).join('')}',`;
});
const SOURCE = `/**
 * Letters of all scripts that look like a Latin one. Written by \`npm run look-alikes\` from Unicode's confusables.txt, version
 * ${VERSION} (Copyright © Unicode, Inc., Unicode License v3, see NOTICE). Do not edit.
 */
export const lookAlikeLetters: Readonly<Record<string, string>> = {
${rows.join('\n')}
};
`;
writeFileSync(TARGET, await format(SOURCE, { ...(await resolveConfig(TARGET)), filepath: TARGET }));
console.log(`${found.size} letters of Unicode ${VERSION} in ${path.relative(process.cwd(), TARGET)}`);
