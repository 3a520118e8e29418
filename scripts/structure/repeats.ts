/** This many equal lines in two files are a repeat, not an accident. */
export const REPEATED_LINES = 10;

interface Source {
  readonly file: string;
  readonly lines: readonly string[];
}

/** Pairs of places in different files with this many equal lines in a row, blank lines and imports aside. */
export function repeats(sources: readonly Source[]): string[] {
  const seen = new Map<string, { file: string; line: number }>();
  const problems = new Map<string, string>();
  for (const { file, lines } of sources) {
    const counted = countedLines(lines);
    for (let start = 0; start + REPEATED_LINES <= counted.length; start += 1) {
      const run = counted.slice(start, start + REPEATED_LINES);
      const key = run.map(({ text }) => text).join('\n');
      const line = run[0]?.line ?? 1;
      const other = seen.get(key);
      if (other === undefined) seen.set(key, { file, line });
      else if (other.file !== file) {
        const pair = `${other.file} ${file}`;
        if (!problems.has(pair)) {
          problems.set(
            pair,
            `${file}:${line} repeats ${REPEATED_LINES} lines of ${other.file}:${other.line}`,
          );
        }
      }
    }
  }
  return [...problems.values()];
}

/** The lines that count: no blank ones, no imports, no lone brackets. */
function countedLines(lines: readonly string[]): { text: string; line: number }[] {
  let inImport = false;
  return lines.flatMap((raw, index) => {
    const text = raw.trim();
    if (/^import\b/.test(text)) inImport = true;
    const skipped = inImport || !/\w/.test(text);
    if (inImport && text.endsWith(';')) inImport = false;
    return skipped ? [] : [{ text, line: index + 1 }];
  });
}
