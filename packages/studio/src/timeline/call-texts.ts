import { metText } from '@handeye/core/device/aim';
import type { RecordedCall } from '@handeye/core/guard/audit/entry';
import { redacted } from '@handeye/core/guard/audit/redact';
import { labelsOf } from '@handeye/core/guard/labels';
import type { ContentItem, ToolResult } from '@handeye/core/tools/frame/toolbox';

/** Maximum characters of a summary in the list, and of one argument in it. */
const LONGEST_SUMMARY = 200;
const LONGEST_VALUE = 80;
/** Maximum characters stored of the arguments, and of one item of an answer. */
const LONGEST_TEXT = 500_000;

type Mask = (text: string) => string;

/** The arguments of a call as people may see them. */
export interface ShownArguments {
  readonly summary: string;
  /** JSON, indented. */
  readonly full: string;
  /** Names of hidden arguments. A secret is shown by its name and does not count as hidden. */
  readonly hidden: readonly string[];
}

/** `typed: false` shows text that could have been typed only by its length, as in the audit file. */
export function argumentsOf(
  args: unknown,
  { mask, typed }: { readonly mask: Mask; readonly typed: boolean },
): ShownArguments {
  try {
    const shown = typed ? args : redacted(args, { mask, screens: true });
    const masked = (_: string, value: unknown) => (typeof value === 'string' ? mask(value) : value);
    // Undefined for a call without arguments.
    const full = (JSON.stringify(shown, masked, 2) as string | undefined) ?? '{}';
    const plain = typeof shown === 'object' && shown !== null ? Object.entries(shown) : [];
    const parts = plain.map(([name, value]: [string, unknown]) => {
      const text = stepNames(value) ?? JSON.stringify(value, masked);
      return `${name}: ${shortened(text, LONGEST_VALUE)}`;
    });
    const hidden = plain.flatMap(([name, value]) => (isTold(args, name, value) ? [] : [name]));
    return { summary: shortened(parts.join(', '), LONGEST_SUMMARY), full: cut(full), hidden };
  } catch {
    // Nested too deep for JSON.stringify's stack.
    return { summary: '…', full: '"Arguments that cannot be shown."', hidden: [] };
  }
}

/** Whether an argument is shown unchanged. */
function isTold(args: unknown, name: string, shown: unknown): boolean {
  const sent = typeof args === 'object' && args !== null ? Object.entries(args) : [];
  const [, value] = sent.find(([own]) => own === name) ?? [];
  return JSON.stringify(value) === JSON.stringify(shown);
}

/** The steps of run_steps; undefined for anything else. */
function stepNames(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const names = value.map((step: unknown) =>
    typeof step === 'object' && step !== null && 'tool' in step && typeof step.tool === 'string'
      ? step.tool
      : undefined,
  );
  return names.includes(undefined) ? undefined : names.join(', ');
}

/** The answer item by item, as the model got it; of a picture only its size. */
export function contentOf({ content }: ToolResult): string[] {
  return content.map((item) => (item.type === 'text' ? cut(item.text) : pictureText(item)));
}

/** The step that failed: `4 click_element failed: …`. */
const FAILED_STEP = /^\d+ \w+(?: \(time \d+ of \d+\))? failed: /;

/** The first informative line of an answer; where a step failed, its line. */
export function toldBy(content: readonly string[], { ofSteps }: { readonly ofSteps: boolean }): string {
  const lines = content.flatMap((text) => text.slice(0, LONGEST_TEXT).split('\n', 20));
  const failed = ofSteps ? lines.find((line) => FAILED_STEP.test(line)) : undefined;
  return shortened(failed ?? lines.find((line) => line.trim() !== '') ?? '', LONGEST_SUMMARY);
}

/** The guard's decisions about a call, a line for each action. */
export function judgedLines({ judged, refusedBy, met = [] }: RecordedCall): string[] {
  const lines = judged.map(({ act, verdict, answer }) => {
    const { then, rule, reached } = verdict;
    const [label] = reached ? labelsOf(reached) : [];
    const on = [reached?.name ?? reached?.id, label && `'${shortened(label, LONGEST_VALUE)}'`].filter(
      Boolean,
    );
    const where = on.length > 0 ? ` on ${on.join(', ')}` : '';
    const by = rule ? ` by ${rule.from}` : ', no rule forbids it';
    const why = rule?.why === undefined ? '' : ` (${rule.why})`;
    const answered = answer === undefined ? '' : `; answered: ${answer}`;
    return `${act.tool}${where}: ${then}${by}${why}${answered}`;
  });
  const hits = met.map((one) => `hit ${metText(one)}`);
  return [...lines, ...hits, ...(refusedBy === undefined ? [] : [`refused by ${refusedBy}`])];
}

export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function pictureText({ mimeType, data }: Extract<ContentItem, { type: 'image' }>): string {
  return `[picture: ${mimeType}, ${Math.ceil((data.length * 3) / 4 / 1024)} kB]`;
}

function cut(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  return `${text.slice(0, LONGEST_TEXT)}\n… ${text.length - LONGEST_TEXT} more characters are not kept.`;
}
