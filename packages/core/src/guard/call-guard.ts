import type { Picture } from '../device/answers.ts';
import { permissionDenied } from '../device/errors.ts';
import type { Act, Reach, Reached, ToolClass } from './act.ts';
import { changeOf, targetKey } from './asked-target.ts';
import type { Changed } from './asking.ts';
import { kindsOf } from './kinds/kinds.ts';
import { questionOf } from './question-text.ts';
import type { Answer, AskedTarget, Question, Unanswered } from './questions.ts';
import { NOBODY_KNOWN, refusalOf, saidNo, unansweredRefusal } from './refusals.ts';
import { asksForTarget, forbidden, type Rule, type Rules, type Verdict } from './rules.ts';

/** The call whose writes are judged. */
export interface JudgedCall {
  readonly tool: string;
  readonly toolClass: ToolClass;
  readonly device: string;
  /** Asks a person, outside of the call's time; resolves with the reason if there was no answer. */
  readonly ask: (
    question: Question,
    verdict: Verdict,
    target?: AskedTarget,
  ) => Promise<Answer | Unanswered | Changed>;
  /** Whether no person would be asked: they answered for the whole run, or act themselves. */
  readonly isAnswered?: ((verdict: Verdict) => boolean) | undefined;
  /** Nothing is to be done: the first verdict is what is wanted, and is thrown as `Explained`. */
  readonly explains?: boolean | undefined;
  /** Hears every verdict, for the record. */
  readonly onVerdict?: ((act: Act, verdict: Verdict, answer?: string) => void) | undefined;
}

/** Further facts about a write. */
export interface Particulars {
  /** Advice if it is refused. */
  readonly advice?: string | undefined;
  /** Advice if it is refused because the receiver is not known, or because of one of several possible receivers. */
  readonly howToNameReceiver?: string | undefined;
  readonly text?: string | undefined;
  readonly givesSecret?: boolean | undefined;
  readonly key?: string | undefined;
  readonly settings?: readonly string[] | undefined;
  /** The place on the screen that it goes to, if it does: a question about it needs to know more. */
  readonly place?: Place | undefined;
}

/** A place on the screen that a write goes to. */
export interface Place {
  /** The receivers of the write on the screen as it is now; undefined if that cannot be determined while a person is asked. */
  readonly reachNow: (how: { readonly watching: boolean }, signal: AbortSignal) => Promise<Reach | undefined>;
  /** Milliseconds between two looks while a person is asked. */
  readonly lookEvery: number;
  readonly picture: () => Promise<Picture | undefined>;
}

/** Ends a call that was only to be explained, before it writes anything. */
export class Explained extends Error {
  override readonly name = 'Explained';
  constructor(
    readonly act: Act,
    readonly verdict: Verdict,
  ) {
    super('Only the verdict was asked for.');
  }
}

/** How a write was permitted. */
export interface Permission {
  /** A person allowed it, now or before for the whole run. */
  readonly isAsked: boolean;
  /** Each question about it was put to a person just now, who saw what it is about. */
  readonly isSeen: boolean;
  /** What is hit must say the same, word for word: a person allowed that, or it is of a kind that rules are about. */
  readonly wholeLabel: boolean;
}

const FREE: Permission = { isAsked: false, isSeen: false, wholeLabel: false };

/** Judges the writes of one call by the rules, and asks where they say so. */
export class CallGuard {
  readonly #call: JudgedCall;
  readonly #rules: Rules;
  /** The targets that a person allowed once. A call that touches a target twice, to focus it and to type, asks once. */
  readonly #allowedOnce = new Map<Rule | undefined, Set<string>>();
  /** Rules about the tool alone that a person has answered: they ask once a call, for all that it reaches. */
  readonly #allowedTool = new Set<Rule | undefined>();

  constructor(call: JudgedCall, rules: Rules) {
    this.#call = call;
    this.#rules = rules.of(call.tool, call.toolClass);
  }

  /** Nothing is kept from this tool, so its receivers need not be found. */
  get isOpen(): boolean {
    return this.#rules.isOpen && this.#call.explains !== true;
  }

  /** The element that would be hit must be known, not only its application. */
  get needsElements(): boolean {
    return this.#rules.needElements || this.#call.explains === true;
  }

  /** An application must be known by its visible name, too. */
  get needsAppNames(): boolean {
    return this.#rules.nameApps;
  }

  /** For what is free unless a rule names it: keys that only leave an application. */
  get naming(): CallGuard {
    return new CallGuard(this.#call, this.#rules.naming);
  }

  /** Refuses the whole call if its tool is denied for every use. A tool that only reads is judged here alone. */
  async permitTool(): Promise<void> {
    if (this.#call.toolClass === 'read') {
      await this.permit('no application');
      return;
    }
    const verdict = this.#rules.decided();
    if (verdict && this.#call.explains === true) throw new Explained(this.#act('no application'), verdict);
    if (verdict?.then === 'deny') this.#refuse(this.#act('no application'), verdict);
  }

  /** Resolves if the write may be made; throws permission_denied if not. Fails closed: an unknown receiver may be any. */
  async permit(reach: Reach, particulars: Particulars = {}): Promise<Permission> {
    if (this.isOpen) return FREE;
    const act = this.#act(reach, particulars);
    const verdicts = this.#rules.judgeEach(act);
    const [verdict] = verdicts;
    const isAsked = verdict.then === 'ask';
    const isSeen = isAsked && !verdicts.some((one) => this.#call.isAnswered?.(one) === true);
    if (this.#call.explains === true) throw new Explained(act, verdict);
    if (verdict.then === 'deny') this.#refuse(act, verdict, adviceFor(verdict, particulars));
    if (verdict.then === 'allow') this.#call.onVerdict?.(act, verdict);
    // A permission for this run in one application does not extend to another one that the same touch reaches.
    else for (const one of oneByApp(verdicts)) await this.#ask(act, one, particulars.place);
    const hasKind = () => reach !== 'no application' && reach.some((one) => kindsOf(act, one).size > 0);
    return { isAsked, isSeen, wholeLabel: isAsked || hasKind() };
  }

  /** A touch was made: the same one again needs a new permission. */
  touchMade(): void {
    this.#allowedOnce.clear();
  }

  /** What a person allowed is not there any more: whatever is now needs a new permission. */
  changed(): void {
    this.#allowedOnce.clear();
    this.#allowedTool.clear();
  }

  /** Refuses to take cards away from the list of recent applications while one of these may be among them. */
  refuseRemoval(recent: readonly string[] | undefined): void {
    if (this.isOpen) return;
    if (recent === undefined) throw permissionDenied(NOBODY_KNOWN);
    const kept = recent.find((name) => this.#rules.judge(this.#act([{ name }])).then !== 'allow');
    if (kept === undefined) return;
    throw permissionDenied(
      `${forbidden(kept)} It is among the recent apps, and a card does not say which app it belongs to, so none may be swiped away or closed.`,
    );
  }

  #act(reach: Reach, { text, givesSecret, key, settings }: Particulars = {}): Act {
    const { tool, toolClass } = this.#call;
    return { tool, toolClass, reach, text, givesSecret, key, settings };
  }

  #refuse(act: Act, verdict: Verdict, advice?: string): never {
    this.#call.onVerdict?.(act, verdict);
    const why = refusalOf(act, verdict);
    throw permissionDenied(advice === undefined ? why : `${why} ${advice}`);
  }

  async #ask(act: Act, verdict: Verdict, place: Place | undefined): Promise<void> {
    if (this.#allowedTool.has(verdict.rule)) return;
    const key = targetKey(act, verdict);
    const allowed = this.#allowedOnce.get(verdict.rule) ?? new Set();
    if (allowed.has(key)) return;
    const question = { ...questionOf(this.#call, act, verdict), picture: place?.picture };
    const answer = await this.#call.ask(question, verdict, place && targetAt(place, act.reach));
    this.#call.onVerdict?.(act, verdict, typeof answer === 'string' ? answer : reasonIn(answer));
    if (typeof answer !== 'string') throw permissionDenied(unansweredRefusal(answer, act, verdict));
    if (answer === 'no' || answer === 'no, for this run') throw permissionDenied(saidNo(verdict, answer));
    if (verdict.rule && !asksForTarget(verdict.rule)) this.#allowedTool.add(verdict.rule);
    else if (answer === 'once') this.#allowedOnce.set(verdict.rule, allowed.add(key));
  }
}

/** One verdict by each rule on each application: an element may be told of several times, under several names. */
function oneByApp(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.filter(
    (one, at) =>
      !verdicts
        .slice(0, at)
        .some(({ rule, reached }) => rule === one.rule && isAskedWith(reached, one.reached)),
  );
}

/** Whether the answer to a question about the one is an answer about the other, too. */
function isAskedWith(one: Reached | undefined, other: Reached | undefined): boolean {
  if (other?.isOneOfSeveral === true) return true;
  const known = one?.id !== undefined && other?.id !== undefined;
  return known ? one.id === other.id : one?.name === other?.name;
}

/** The target of a question, as long as it would reach the same. */
function targetAt({ reachNow, lookEvery }: Place, before: Reach): AskedTarget {
  return {
    lookEvery,
    async changed(how, signal) {
      const now = await reachNow(how, signal);
      return now && changeOf(before, now);
    },
  };
}

/** The act is refused for every receiver, so naming one does not help. */
function adviceFor(
  { rule, reached }: Verdict,
  { advice, howToNameReceiver }: Particulars,
): string | undefined {
  const isKnown = reached !== undefined && (reached.name ?? reached.id) !== undefined;
  return advice ?? (isKnown && rule?.when.kind !== undefined ? undefined : howToNameReceiver);
}

function reasonIn(answer: Unanswered | Changed): string {
  return 'changed' in answer ? 'the screen changed' : answer.unanswered;
}
