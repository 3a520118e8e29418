import type { Call } from '@handeye/core/call/call';
import type { AppProfile, Apps, AppsWish, InstalledApp } from '@handeye/core/device/apps';
import { actionFailed } from '@handeye/core/device/errors';
import type { Remark } from '@handeye/core/device/port';
import { outputOf, type Phone, retryIfConnectionLost, sh } from '../phone.ts';
import { uncovered, waitForWindow } from './in-front.ts';
import {
  disabledCommand,
  factsCommand,
  FIRST_SDK_WITH_QUERIES,
  launchersCommand,
  type PackageFacts,
  packagesCommand,
  parseDisabled,
  parseFacts,
  parseLaunchers,
  parsePackages,
  parseResolvers,
  resolversCommand,
} from './packages.ts';
import { componentOf, isDisabled, startCommand, startFailure } from './start.ts';
import {
  FIRST_SDK_WITH_FAST_PM,
  mustNotBePaused,
  parseProfiles,
  type ProfileApps,
  readProfileApps,
  usersCommand,
} from './users.ts';

/** A package, and an edition that changes when its visible name may: its file and the phone's language. */
export interface NamedPackage {
  readonly id: string;
  readonly edition: string;
}

/** Reads visible names of packages; unknown ones are missing. */
export type ReadNames = (
  packages: readonly NamedPackage[],
  call: Call,
) => Promise<ReadonlyMap<string, string>>;

const NAMELESS =
  'Plain ADB does not tell the visible names of apps: a name here is the last part of its package. Try part of the package.';

interface Inventory {
  /** Paths by package. */
  readonly packages: ReadonlyMap<string, string>;
  /** `package/.Activity` by package, of packages with an icon. */
  readonly launchers: ReadonlyMap<string, string>;
  readonly language: string;
  readonly profiles: readonly AppProfile[];
}

/** Facts that were expensive to read, and the packages that they were read for. */
interface Kept {
  readonly of: string;
  launchers?: ReadonlyMap<string, string>;
  facts?: ReadonlyMap<string, PackageFacts>;
}

/** The apps of a phone, by its shell. Their visible names come from `readNames`. */
export class AndroidApps implements Apps {
  readonly namelessBecause = NAMELESS;
  readonly #phone: Phone;
  readonly #sdk: number;
  readonly #readNames: ReadNames | undefined;
  #kept: Kept = { of: '' };
  #unlisted: string | undefined;
  #profiles: readonly AppProfile[] | undefined;
  /** The activity with the icon, of apps that were listed. */
  readonly #launchers = new WeakMap<InstalledApp, string>();

  constructor(phone: Phone, { sdk, readNames }: { readonly sdk: number; readonly readNames?: ReadNames }) {
    this.#phone = phone;
    this.#sdk = sdk;
    this.#readNames = readNames;
  }

  get isNameless(): boolean {
    return this.#readNames === undefined;
  }

  /** Remarks about profiles whose apps could not be listed. */
  get unlisted(): string | undefined {
    return this.#unlisted;
  }

  async list({ which, tell }: AppsWish, call: Call): Promise<readonly InstalledApp[]> {
    const inventory = await this.#inventory(call);
    const own = { packages: inventory.packages, launchers: inventory.launchers, profile: undefined };
    const listed = [own, ...(await this.#ofProfiles(inventory, call))].flatMap((part) => {
      const ids = [...part.packages.keys()].filter((id) => which === 'all' || part.launchers.has(id));
      return ids.map((id) => ({ id, ...part }));
    });
    const facts = tell === 'details' ? await this.#facts(inventory, call) : undefined;
    const disabled = tell === 'details' ? await this.#disabled(call) : undefined;
    const editions = listed.map(({ id, packages }) => ({
      id,
      edition: `${packages.get(id) ?? ''} ${inventory.language}`,
    }));
    const names = tell === 'ids' ? undefined : await this.#readNames?.(editions, call);
    return listed.map(({ id, launchers, profile }) => {
      const launcher = launchers.get(id);
      const app = {
        id,
        name: names?.get(id),
        launchable: launcher !== undefined,
        ...(profile && { profile }),
        ...facts?.get(id),
        ...(disabled && !profile && { enabled: !disabled.has(id) }),
      };
      if (launcher !== undefined) this.#launchers.set(app, launcher);
      return app;
    });
  }

  /** The apps of work profiles, as far as their administrators let the shell see them. */
  async #ofProfiles({ profiles, launchers }: Inventory, call: Call): Promise<readonly ProfileApps[]> {
    const { apps, unlisted } = await readProfileApps(
      this.#phone,
      { profiles, launchers, sdk: this.#sdk },
      call,
    );
    this.#unlisted = unlisted;
    return apps;
  }

  async open(app: InstalledApp, activity: string | undefined, call: Call): Promise<Remark> {
    const packageName = app.id;
    const component = activity === undefined ? this.#launchers.get(app) : componentOf(packageName, activity);
    const launch = { packageName, component, activity, profile: app.profile };
    mustNotBePaused(app);
    const before = await uncovered(this.#phone, this.#sdk, call);
    const failure = startFailure(await this.#phone.run(startCommand(launch), call), launch);
    if (failure) throw (await this.#disabled(call)).has(packageName) ? isDisabled(packageName) : failure;
    return waitForWindow(this.#phone, { packageName, user: app.profile?.user, before }, call);
  }

  /** The installed packages and those with an icon, in one round trip where the phone answers queries. */
  async #inventory(call: Call): Promise<Inventory> {
    const commands = [
      packagesCommand,
      // The language: up to Android 5.0 it is in the second one.
      sh`getprop persist.sys.locale; getprop persist.sys.language`,
      // Starting pm takes long where it is a Java program, and profiles rarely change, so the result is kept.
      this.#profiles && this.#sdk < FIRST_SDK_WITH_FAST_PM ? sh`true` : usersCommand,
      ...(this.#sdk >= FIRST_SDK_WITH_QUERIES ? [launchersCommand] : []),
    ];
    const answers = await retryIfConnectionLost(call, () => this.#phone.script(commands, call));
    const [listed = '', language = '', users = '', queried = ''] = answers.map(outputOf);
    if (users !== '') this.#profiles = parseProfiles(users);
    if (this.#kept.of !== listed) this.#kept = { of: listed };
    const packages = parsePackages(listed);
    if (packages.size === 0) {
      throw actionFailed(
        "The phone's package manager does not answer. Is the phone still starting? Try again.",
      );
    }
    const answered = parseLaunchers(queried);
    const launchers = answered.size > 0 ? answered : await this.#resolvers(call);
    return { packages, launchers, language: language.trim(), profiles: this.#profiles ?? [] };
  }

  async #resolvers(call: Call): Promise<ReadonlyMap<string, string>> {
    const kept = this.#kept;
    kept.launchers ??= parseResolvers(await this.#read(resolversCommand, call));
    return kept.launchers;
  }

  async #facts({ packages }: Inventory, call: Call): Promise<ReadonlyMap<string, PackageFacts>> {
    const kept = this.#kept;
    const facts = kept.facts ?? parseFacts(await this.#read(factsCommand, call));
    // dumpsys ends in the middle when it takes longer than its own limit of 10 s: such an answer is not kept.
    if ([...packages.keys()].every((id) => facts.has(id))) kept.facts = facts;
    return facts;
  }

  async #disabled(call: Call): Promise<ReadonlySet<string>> {
    return parseDisabled(await this.#read(disabledCommand, call));
  }

  async #read(command: typeof factsCommand, call: Call): Promise<string> {
    return outputOf(await retryIfConnectionLost(call, () => this.#phone.run(command, call)));
  }
}
