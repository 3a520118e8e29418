import { sh } from '../phone.ts';

/*
 * A phone's packages, as its shell lists them. The shell gives no visible names: those are in the resources of each package,
 * which only the framework reads.
 */

/** The facts of one package in `dumpsys package`. */
export interface PackageFacts {
  readonly version: string | undefined;
  readonly system: boolean;
}

/** A package's own path changes with each installation and update, so this also shows whether anything changed. */
export const packagesCommand = sh`pm list packages -f`;

/** Disabling an app moves nothing, so this is read afresh. */
export const disabledCommand = sh`pm list packages -d`;

export function parseDisabled(output: string): ReadonlySet<string> {
  return new Set([...output.matchAll(/^package:([\w.]+)\s*$/gm)].map(([, name = '']) => name));
}

/** `package:/data/app/~~x==/org.example-y==/base.apk=org.example`: packages by name, with their paths. */
export function parsePackages(output: string): ReadonlyMap<string, string> {
  const packages = new Map<string, string>();
  for (const line of output.split('\n')) {
    const [, path, name] = /^package:(.*)=([\w.]+)\s*$/.exec(line) ?? [];
    if (path !== undefined && name !== undefined) packages.set(name, path);
  }
  return packages;
}

/** Android 7. From then on the package manager lists the packages with an icon in some tens of milliseconds. */
export const FIRST_SDK_WITH_QUERIES = 24;

export const launchersCommand = sh`cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER`;

/** The first activity with an icon of each package: `package/.Activity` by package. */
export function parseLaunchers(output: string): ReadonlyMap<string, string> {
  const launchers = new Map<string, string>();
  for (const line of output.split('\n')) {
    const [component, name] = /^\s*([\w.]+)\/[\w.$]+\s*$/.exec(line) ?? [];
    if (component !== undefined && name !== undefined && !launchers.has(name))
      launchers.set(name, component.trim());
  }
  return launchers;
}

/** With -f every filter is printed with its actions and categories; these are enough. */
export const resolversCommand = sh`dumpsys package -f resolvers | grep -E ' filter |Action: "android.intent.action.MAIN"|Category: "android.intent.category.LAUNCHER"'`;

/** The same from the table of intent filters, the only source on Android 5 and 6. */
export function parseResolvers(output: string): ReadonlyMap<string, string> {
  const launchers = new Map<string, string>();
  let component: string | undefined;
  let isMain = false;
  for (const line of output.split('\n')) {
    const [, filtered] = /^\s+[0-9a-f]+ ([\w.]+\/[\w.$]+) filter [0-9a-f]+/.exec(line) ?? [];
    if (filtered !== undefined) [component, isMain] = [filtered, false];
    else if (line.includes('Action: "')) isMain = true;
    else if (line.includes('Category: "') && isMain && component !== undefined) {
      const name = component.slice(0, component.indexOf('/'));
      if (!launchers.has(name)) launchers.set(name, component);
    }
  }
  return launchers;
}

export const factsCommand = sh`dumpsys package packages | grep -E '^  Package \[|^    (versionName|flags|pkgFlags)='`;

/**
 * By package. For a system app that was updated, the original follows under "Hidden system packages" in the same form: the
 * first one counts.
 */
export function parseFacts(output: string): ReadonlyMap<string, PackageFacts> {
  const facts = new Map<string, PackageFacts>();
  for (const part of output.split(/^ {2}Package \[/m).slice(1)) {
    const name = part.slice(0, part.indexOf(']'));
    if (facts.has(name)) continue;
    const version = /^ {4}versionName=(.*)$/m.exec(part)?.[1]?.trim();
    facts.set(name, {
      version: version === 'null' ? undefined : version,
      system: /^ {4}(flags|pkgFlags)=\[.*\bSYSTEM\b/m.test(part),
    });
  }
  return facts;
}
