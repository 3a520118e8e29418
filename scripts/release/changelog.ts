/** CHANGELOG.md: a part for each version, the newest first, after the unreleased changes. */
const UNRELEASED = '## Unreleased';

/** The changelog with the unreleased changes moved to `version`. */
export function release(changelog: string, version: string, date: string): string {
  const { start, text } = part(changelog, (heading) => heading === UNRELEASED);
  if (text === '')
    throw new Error('CHANGELOG.md says nothing under "Unreleased": there is nothing to release.');
  const after = start + UNRELEASED.length;
  return `${changelog.slice(0, after)}\n\n## ${version} (${date})${changelog.slice(after)}`;
}

/** The changelog's part for a version. */
export function notesOf(changelog: string, version: string): string {
  const { text } = part(changelog, (heading) => heading.startsWith(`## ${version} (`));
  if (text === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return text;
}

function part(changelog: string, isWanted: (heading: string) => boolean): { start: number; text: string } {
  for (const { index, 0: heading } of changelog.matchAll(/^## .*$/gm)) {
    if (!isWanted(heading)) continue;
    const rest = changelog.slice(index + heading.length);
    const next = rest.search(/^## /m);
    return { start: index, text: (next === -1 ? rest : rest.slice(0, next)).trim() };
  }
  return { start: -1, text: '' };
}
