const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([\w.]+))?$/;

/** Semantic versioning without build metadata: 1.2.3 or 1.2.3-beta.1. */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Whether `one` comes after `other`. A version with a suffix comes before the one without. */
export function isHigher(one: string, other: string): boolean {
  const [left, right] = [partsOf(one), partsOf(other)];
  for (let at = 0; at < 3; at++) {
    const difference = Number(left[at]) - Number(right[at]);
    if (difference !== 0) return difference > 0;
  }
  const [suffix, otherSuffix] = [left[3], right[3]];
  if (suffix === undefined || otherSuffix === undefined) {
    return suffix === undefined && otherSuffix !== undefined;
  }
  return suffix.localeCompare(otherSuffix, 'en', { numeric: true }) > 0;
}

function partsOf(version: string): (string | undefined)[] {
  const parts = VERSION.exec(version);
  if (parts === null) throw new Error(`${version} is no version.`);
  return parts.slice(1);
}
