import type { AtPoint, Met } from '../../device/aim.ts';
import type { Act, Reached } from '../act.ts';
import { clientName } from '../client.ts';
import { labelsOf } from '../labels.ts';
import type { Verdict } from '../rules.ts';
import type { Entry } from './chain.ts';
import { lengthOf, redacted, type RedactOptions } from './redact.ts';

/** A finished call, as the tools tell of it. */
export interface RecordedCall {
  readonly tool: string;
  /** Whether it can change anything. */
  readonly writes: boolean;
  /** It was a step of another call. */
  readonly isStep: boolean;
  readonly client: string | undefined;
  readonly device: string | undefined;
  /** The application in front when it wrote, as far as a look had shown. */
  readonly app: string | undefined;
  readonly args: unknown;
  readonly judged: readonly {
    readonly act: Act;
    readonly verdict: Verdict;
    readonly answer: string | undefined;
  }[];
  /** The reason for a refusal that is no rule's. */
  readonly refusedBy: string | undefined;
  /** What fingers met, as the device told, and what was meant where that is something else. */
  readonly met?: readonly Met[] | undefined;
  readonly notes: readonly string[];
  readonly outcome: string;
  readonly milliseconds: number;
  /** The texts of its answer. */
  readonly shown: readonly string[];
}

/** The line of a call. Parts that there is nothing to say about are left out. */
export function entryOf(call: RecordedCall, options: RedactOptions): Entry {
  const { judged, notes, shown, refusedBy } = call;
  const deciding = judged.findLast(({ verdict }) => verdict.then !== 'allow') ?? judged.at(-1);
  const asked = judged.filter(({ answer }) => answer !== undefined);
  const reached = deciding && reachedBy(deciding.act, deciding.verdict);
  return {
    event: 'call',
    client: call.client === undefined ? undefined : clientName(call.client),
    device: call.device,
    app: reached?.id ?? reached?.name ?? call.app,
    tool: call.tool,
    ...(call.isStep && { step: true }),
    writes: call.writes,
    arguments: redacted(call.args, options),
    rule: refusedBy ?? deciding?.verdict.rule?.from,
    ...(asked.length > 0 && { asked: asked.map((one) => questionIn(one, options)) }),
    ...(call.met && { hit: call.met.map((one) => hitIn(one, options)) }),
    outcome: call.outcome,
    milliseconds: call.milliseconds,
    ...(notes.length > 0 && { notes: notes.map((note) => noteFor(note, options)) }),
    ...(options.screens && shown.length > 0 && { shown: shown.map(options.mask) }),
  };
}

function reachedBy({ reach }: Act, { reached }: Verdict): Reached | undefined {
  return reached ?? (reach === 'no application' ? undefined : reach[0]);
}

/** The question to a person, and the answer. */
function questionIn({ act, verdict, answer }: RecordedCall['judged'][number], options: RedactOptions) {
  const reached = reachedBy(act, verdict);
  const [label] = reached ? labelsOf(reached) : [];
  return {
    rule: verdict.rule?.from,
    why: verdict.rule?.why,
    app: reached?.id ?? reached?.name,
    label: label === undefined || options.screens ? label && options.mask(label) : lengthOf(label),
    text: act.text === undefined ? undefined : lengthOf(act.text),
    answer,
  };
}

/** What was hit, and what was meant if that is something else. */
function hitIn({ meant, ...met }: Met, options: RedactOptions): object {
  const told = ({ app, label }: AtPoint) => ({
    app,
    label: options.screens ? options.mask(label) : lengthOf(label),
  });
  return { ...told(met), ...(meant && { meant: told(meant) }) };
}

/** Notes quote the screen between the first quotation mark and the last. */
function noteFor(note: string, { mask, screens }: RedactOptions): string {
  return screens ? mask(note) : mask(note).replace(/(['"‘“]).*(['"’”])/s, '$1…$2');
}
