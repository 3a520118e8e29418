import type { Act, Kind, Reached, ToolClass } from './act.ts';
import { globMatches } from './globs.ts';
import { kindsOf } from './kinds/kinds.ts';
import { pressesUnknownScript } from './kinds/unknown-script.ts';
import { labelsOf } from './labels.ts';
import type { Policy } from './policy.ts';
import { readOnlyRules } from './profiles.ts';
import { asLatin } from './text/look-alikes.ts';

export type Decision = 'allow' | 'ask' | 'deny';

/** The conditions of a rule. All given ones must hold; patterns are globs, in any case. */
export interface Condition {
  /** The application's name or id. */
  readonly app?: string | undefined;
  /** The application's id alone: one whose id is unknown could be it. */
  readonly appId?: string | undefined;
  /** A tool's name, or a class of tools. */
  readonly tool?: string | undefined;
  /** The label that the element shows, or its resource. */
  readonly label?: string | undefined;
  readonly kind?: Kind | undefined;
  /** A setting of the device, by the name of its parameter. */
  readonly setting?: string | undefined;
}

export interface Rule {
  readonly when: Condition;
  readonly then: Decision;
  /** Why, in words for the model. */
  readonly why?: string | undefined;
  /** Where the rule comes from, for people: `--block-app com.bank`, `rule 3`. */
  readonly from: string;
  /** Of a profile: it ranks below the device's own protection. A policy file can allow that by name. */
  readonly isOfProfile?: true;
  /** Says a refusal in words of its own, the application being named. */
  readonly says?: ((app: string, reached: Reached) => string) | undefined;
}

/** The verdict on a write: the rule that decided, and the part of the write that it was about. */
export interface Verdict {
  readonly then: Decision;
  readonly rule: Rule | undefined;
  readonly reached: Reached | undefined;
  /** Why it is not certain that the rule means this write, where it is asked for that reason alone. */
  readonly doubt?: string | undefined;
}

const ALLOWED: Verdict = { then: 'allow', rule: undefined, reached: undefined };
const strictness: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

/** Rules in their order: the first that matches decides. */
export class Rules {
  readonly #rules: readonly Rule[];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  /** The rules that can concern a tool. Nothing is kept from it if they all allow. */
  of(tool: string, toolClass: ToolClass): Rules {
    const own = this.#rules.filter(({ when }) => toolFits(when, tool, toolClass));
    return new Rules(toolClass === 'read' ? own.filter(namesTools) : own);
  }

  /** Those that name tools, or everything. What only leaves an application is free of all others. */
  get naming(): Rules {
    return new Rules(this.#rules.filter((rule) => namesTools(rule) || !asksForTarget(rule)));
  }

  get isOpen(): boolean {
    return this.#rules.every(({ then }) => then === 'allow');
  }

  /** Whether the application does not say enough: what is hit must be known. */
  get needElements(): boolean {
    return !this.isOpen && this.#rules.some(({ when }) => (when.label ?? when.kind) !== undefined);
  }

  /** Whether a rule names applications, perhaps by what people call them. */
  get nameApps(): boolean {
    return this.#rules.some(({ when }) => when.app !== undefined);
  }

  /** The verdict on the tool for every use, if that is certain. */
  decided(): Verdict | undefined {
    const [first] = this.#rules;
    if (!first || asksForTarget(first)) return undefined;
    return { then: first.then, rule: first, reached: undefined };
  }

  /** The strictest verdict over all that a write reaches. */
  judge(act: Act): Verdict {
    return this.judgeEach(act)[0];
  }

  /** The strictest verdict, and all others that are as strict: a person is asked about each. */
  judgeEach(act: Act): readonly [Verdict, ...Verdict[]] {
    const reach: readonly (Reached | undefined)[] = act.reach === 'no application' ? [undefined] : act.reach;
    const all = (reach.length === 0 ? [NOBODY] : reach).map((reached) => this.#verdictOn(act, reached));
    const worst = all.reduce((one, next) => (outweighs(next, one) ? next : one));
    const others = all.filter(({ then }) => then === worst.then).filter((one) => one !== worst);
    return [worst, ...others];
  }

  #verdictOn(act: Act, reached: Reached | undefined): Verdict {
    let unread: Rule | undefined;
    for (const rule of this.#rules) {
      const fit = fits(rule.when, act, reached);
      // In doubt, what could match and does not allow, applies.
      const applies = fit === 'yes' || (fit === 'perhaps' && rule.then !== 'allow');
      if (applies && (rule.then === 'deny' || !unread)) return { then: rule.then, rule, reached };
      if (applies) break;
      if (fit === 'unread' && rule.then !== 'allow') unread ??= rule;
    }
    // Denying every touch on such a screen would leave no way out of it: a person can see what it is.
    return unread ? { then: 'ask', rule: unread, reached, doubt: doubtOn(reached) } : ALLOWED;
  }
}

/** Of equally strict verdicts, one by a rule explains more than one by none. */
function outweighs(one: Verdict, other: Verdict): boolean {
  if (one.then === other.then) return other.rule === undefined && one.rule !== undefined;
  return strictness[one.then] > strictness[other.then];
}

/** Whether it depends on what is reached, not on the tool alone. */
export function asksForTarget({ when: { app, appId, label, kind, setting } }: Rule): boolean {
  return [app, appId, label, kind, setting].some((part) => part !== undefined);
}

function namesTools({ when }: Rule): boolean {
  return when.tool !== undefined;
}

const NOBODY: Reached = { name: undefined };

/** `unread`: it would be known if the texts of the screen could be read. */
type Fit = 'yes' | 'perhaps' | 'unread' | 'no';

const UNREAD = 'The texts of this screen cannot be read, so it is unknown what this does.';
const UNKNOWN_SCRIPT = 'Handeye knows no words in the script of this, so it is unknown what it does.';

function doubtOn(reached: Reached | undefined): string {
  return reached && isUnread(reached) ? UNREAD : UNKNOWN_SCRIPT;
}

/** Whether a write is what a rule means. `reached` undefined: it reaches no application. */
function fits(when: Condition, act: Act, reached: Reached | undefined): Fit {
  if (!toolFits(when, act.tool, act.toolClass)) return 'no';
  if (when.setting !== undefined && act.settings?.includes(when.setting) !== true) return 'no';
  const parts = [
    appFits(when, reached),
    idFits(when, reached),
    labelFits(when, reached),
    kindFits(when, act, reached),
  ];
  const order: readonly Fit[] = ['no', 'unread', 'perhaps'];
  return order.find((fit) => parts.includes(fit)) ?? 'yes';
}

function toolFits({ tool }: Condition, name: string, toolClass: ToolClass): boolean {
  return tool === undefined || tool === toolClass || globMatches(tool, name);
}

function appFits({ app }: Condition, reached: Reached | undefined): Fit {
  if (app === undefined) return 'yes';
  if (!reached) return 'no';
  const names = [reached.name, reached.id].filter((name) => name !== undefined);
  if (names.length === 0) return 'perhaps';
  return names.some((name) => globMatches(app, name)) ? 'yes' : 'no';
}

function idFits({ appId }: Condition, reached: Reached | undefined): Fit {
  if (appId === undefined) return 'yes';
  if (!reached) return 'no';
  if (reached.id === undefined) return 'perhaps';
  return globMatches(appId, reached.id) ? 'yes' : 'no';
}

function labelFits({ label }: Condition, reached: Reached | undefined): Fit {
  if (label === undefined) return 'yes';
  if (!reached) return 'no';
  if (isUnknown(reached)) return 'perhaps';
  if (labelsOf(reached).some((one) => labelMatches(label, one))) return 'yes';
  return isUnread(reached) ? 'unread' : 'no';
}

/** As it is written, or as it looks: a letter of another script does not make another label of it. */
function labelMatches(pattern: string, label: string): boolean {
  return globMatches(pattern, label) || globMatches(asItLooks(pattern), asItLooks(label));
}

function asItLooks(text: string): string {
  const visible = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return asLatin(visible.toLowerCase());
}

function kindFits({ kind }: Condition, act: Act, reached: Reached | undefined): Fit {
  if (kind === undefined) return 'yes';
  if (kindsOf(act, reached).has(kind)) return 'yes';
  if (!reached || act.toolClass === 'read' || act.toolClass === 'navigate') return 'no';
  if (isUnknown(reached)) return 'perhaps';
  if (act.toolClass !== 'touch' && act.toolClass !== 'type') return 'no';
  return isUnread(reached) || pressesUnknownScript(act, reached) ? 'unread' : 'no';
}

/** The texts of the element are not known: another program holds accessibility, or a window did not report them. */
function isUnread({ snapshot }: Reached): boolean {
  return (snapshot?.textless ?? snapshot?.unread) !== undefined;
}

function isUnknown({ name, id }: Reached): boolean {
  return name === undefined && id === undefined;
}

/** All rules of a server for a device, those of the flags first. The device's own are rules of every policy. */
export function rulesFor(policy: Policy, protectedApps: readonly string[] = []): Rules {
  const { readOnly, blockedApps, allowedApps, rules = [], ownRules = [] } = policy;
  const isOfProfile = (rule: Rule) => rule.isOfProfile === true;
  return new Rules([
    ...(readOnly ? readOnlyRules : []),
    ...ownRules,
    ...blockedApps.map(blockRule),
    ...allowedApps.map(allowRule),
    ...rules.filter((rule) => !isOfProfile(rule)),
    ...protectedApps.map(protectRule),
    ...rules.filter(isOfProfile),
  ]);
}

function blockRule(app: string): Rule {
  const says = (name: string) =>
    `${forbidden(name)} Reading it is allowed; ask the user before trying another way.`;
  return { when: { app: literal(app) }, then: 'deny', from: `--block-app ${app}`, says };
}

function allowRule(app: string): Rule {
  return { when: { app: literal(app) }, then: 'allow', from: `--allow-app ${app}` };
}

function protectRule(id: string): Rule {
  const says = (name: string, reached: Reached) =>
    `${forbidden(name)} Reading it is allowed. Only the user can allow more: --allow-app ${JSON.stringify(reached.id ?? name)}.`;
  return { when: { appId: literal(id) }, then: 'deny', from: `protected: ${id}`, says };
}

/** A name in which nothing is a pattern. */
function literal(name: string): string {
  return name.replace(/[\\*?[\]{}]/g, '\\$&');
}

export function forbidden(app: string): string {
  return `The policy of this server forbids acting on '${app}'.`;
}
