import type { Manifest } from '../apk/manifest.ts';

/* The package manager's reason why the parts of an app cannot be installed. */

/** PackageParser.validateName: Java names with at least one dot. Each becomes a folder. */
const PACKAGE_NAME = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;

function badName(name: string): string {
  return `INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME: Invalid manifest package: bad character in ${name.replace(/[^\w.]/g, '?')}`;
}

/** The base of an app, or the reason why its parts are not one app. */
export function wholeOf(
  parts: readonly { manifest: Manifest }[],
  { inherit }: { readonly inherit?: string | undefined },
  installed: ReadonlyMap<string, Manifest>,
): { base: Manifest } | { failure: string } {
  const bad = parts.find(({ manifest }) => !PACKAGE_NAME.test(manifest.package));
  if (bad !== undefined) return { failure: badName(bad.manifest.package) };
  const invalid = (why: string) => ({ failure: `INSTALL_FAILED_INVALID_APK: ${why}` });
  const splits = parts.map(({ manifest }) => manifest.split);
  const twice = splits.find((split, place) => splits.indexOf(split) !== place);
  if (new Set(splits).size < splits.length)
    return invalid(`Split ${twice ?? 'null'} was defined multiple times`);
  const base =
    parts.find(({ manifest }) => manifest.split === undefined)?.manifest ??
    (inherit === undefined ? undefined : installed.get(inherit));
  if (base === undefined)
    return invalid(
      inherit === undefined
        ? 'Full install must include a base package'
        : `Missing existing base package for ${inherit}`,
    );
  for (const { manifest } of parts) {
    const file = partFile(manifest.split);
    if (manifest.package !== base.package)
      return invalid(`${file} package ${manifest.package} inconsistent with ${base.package}`);
    if (manifest.versionCode !== base.versionCode)
      return invalid(`${file} version code ${manifest.versionCode} inconsistent with ${base.versionCode}`);
  }
  return { base };
}

/** The message changed in 9. */
export function signatureMismatch(name: string, release: number): string {
  return release >= 12
    ? `Existing package ${name} signatures do not match newer version; ignoring!`
    : `Package ${name} signatures do not match previously installed version; ignoring!`;
}

export function partFile(split: string | undefined): string {
  return split === undefined ? 'base.apk' : `split_${split}.apk`;
}
