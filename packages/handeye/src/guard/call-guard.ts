import { permissionDenied } from '../device/errors.ts';
import type { Act, Reach, Reached, ToolClass } from './act.ts';
import { labelsOf } from './labels.ts';
import type { Answer, Question } from './questions.ts';
import { forbidden, type Rules, type Verdict } from './rules.ts';

/** What is known of the call whose writes are judged. */
export interface JudgedCall {
  readonly tool: string;
  readonly toolClass: ToolClass;
  readonly device: string;
  /** Asks a person, outside of the call's time; resolves with why nobody answered, if nobody did. */
  readonly ask: (question: Question, verdict: Verdict) => Promise<Answer | { readonly unanswered: string }>;
  /** Nothing is to be done: the first verdict is what is wanted, and is thrown as `Explained`. */
  readonly explains?: boolean | undefined;
  /** Hears every verdict, for the record. */
  readonly onVerdict?: ((act: Act, verdict: Verdict, answer?: string) => void) | undefined;
}

/** What else a judge has to know of a write. */
export interface Particulars {
  /** What helps if it is refused. */
  readonly advice?: string | undefined;
  readonly text?: string | undefined;
  readonly key?: string | undefined;
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

/** Judges the writes of one call by the rules, and asks where they say so. */
export class CallGuard {
  readonly #call: JudgedCall;
  readonly #rules: Rules;

  constructor(call: JudgedCall, rules: Rules) {
    this.#call = call;
    this.#rules = rules.of(call.tool, call.toolClass);
  }

  /** Nothing is kept from this tool: nobody has to find out who would be reached. */
  get isOpen(): boolean {
    return this.#rules.isOpen && this.#call.explains !== true;
  }

  /** What would be hit must be known, not only whose it is. */
  get needsElements(): boolean {
    return this.#rules.needElements || this.#call.explains === true;
  }

  /** For what is free unless a rule names it: keys that only leave an application. */
  get naming(): CallGuard {
    return new CallGuard(this.#call, this.#rules.naming);
  }

  /** Refuses the whole call if its tool is denied, whatever it is used on. What only reads is judged here alone. */
  async permitTool(): Promise<void> {
    if (this.#call.toolClass === 'read') {
      await this.permit('no application');
      return;
    }
    const verdict = this.#rules.decided();
    if (verdict && this.#call.explains === true) throw new Explained(this.#act('no application'), verdict);
    if (verdict?.then === 'deny') this.#refuse(this.#act('no application'), verdict);
  }

  /** Resolves if the write may be made; throws permission_denied if not. Fails closed: nobody known is everybody. */
  async permit(reach: Reach, particulars: Particulars = {}): Promise<void> {
    if (this.isOpen) return;
    const act = this.#act(reach, particulars);
    const verdict = this.#rules.judge(act);
    if (this.#call.explains === true) throw new Explained(act, verdict);
    if (verdict.then === 'deny') this.#refuse(act, verdict, particulars.advice);
    if (verdict.then === 'ask') await this.#ask(act, verdict);
    else this.#call.onVerdict?.(act, verdict);
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

  #act(reach: Reach, { text, key }: Particulars = {}): Act {
    const { tool, toolClass } = this.#call;
    return { tool, toolClass, reach, text, key };
  }

  #refuse(act: Act, verdict: Verdict, advice?: string): never {
    this.#call.onVerdict?.(act, verdict);
    const why = refusalOf(act, verdict);
    throw permissionDenied(advice === undefined ? why : `${why} ${advice}`);
  }

  async #ask(act: Act, verdict: Verdict): Promise<void> {
    const answer = await this.#call.ask(questionOf(this.#call, act, verdict), verdict);
    this.#call.onVerdict?.(act, verdict, typeof answer === 'string' ? answer : answer.unanswered);
    if (typeof answer !== 'string') throw permissionDenied(`${whatOf(verdict)} ${answer.unanswered}`);
    if (answer === 'no')
      throw permissionDenied(`${whatOf(verdict)} The user was asked, and said no. Do not try another way.`);
  }
}

const NOBODY_KNOWN =
  'The policy of this server blocks some applications, and it is not known which one this would reach.';

function refusalOf({ tool }: Act, { rule, reached }: Verdict): string {
  const name = reached?.name ?? reached?.id;
  if (reached && name === undefined) return NOBODY_KNOWN;
  if (rule?.says) return rule.says(name ?? tool, reached ?? { name });
  const on = name === undefined ? `The policy of this server forbids '${tool}'.` : forbidden(name);
  return rule?.why === undefined ? on : `${on} ${rule.why}`;
}

/** What the policy wants to be asked about. */
function whatOf({ rule, reached }: Verdict): string {
  const app = reached?.name ?? reached?.id;
  const why = rule?.why === undefined ? '' : ` (${rule.why})`;
  return `The policy of this server asks the user before this${app === undefined ? '' : ` in '${app}'`}${why}.`;
}

function questionOf({ tool, device }: JudgedCall, act: Act, { rule, reached }: Verdict): Question {
  return {
    tool,
    device,
    app: reached?.name ?? reached?.id,
    label: labelOf(reached),
    text: act.text,
    why: rule?.why ?? rule?.from ?? '',
  };
}

function labelOf(reached: Reached | undefined): string | undefined {
  return reached && labelsOf(reached)[0];
}
