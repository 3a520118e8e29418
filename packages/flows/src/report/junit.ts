import type { Outcome, SuiteResult } from '../suite/outcome.ts';
import { isFailure } from '../suite/outcome.ts';
import { reasonOf } from '../suite/suite.ts';
import { resultText } from '../run/result-text.ts';
import { escaped } from './markup.ts';

/**
 * The run as JUnit XML, in the form that Jenkins, GitLab and GitHub's reporters read: `failure` is the app's or the flow's,
 * `error` that of the infrastructure. Failed attempts of a flaky flow are `flakyFailure`, as Maven's Surefire writes them.
 */
export function junit(result: SuiteResult, { acceptHealed }: { readonly acceptHealed: boolean }): string {
  const { outcomes, startedAt, milliseconds } = result;
  const count = (test: (outcome: Outcome) => boolean) => outcomes.filter(test).length;
  const totals = {
    tests: outcomes.length,
    failures: count(({ status }) => isFailure(status, acceptHealed)),
    errors: count(({ status }) => status === 'infrastructure'),
    skipped: count(({ status }) => status === 'skipped'),
    time: seconds(milliseconds),
  };
  const stamp = new Date(startedAt).toISOString().replace(/\.\d+Z$/, 'Z');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="handeye test" ${attributes(totals)}>`,
    `  <testsuite name="flows" timestamp="${stamp}" ${attributes(totals)}>`,
    ...outcomes.flatMap((outcome) => testCase(outcome, acceptHealed)).map((line) => `    ${line}`),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase(outcome: Outcome, acceptHealed: boolean): string[] {
  const { flow, device, attempts } = outcome;
  const time = attempts.reduce((sum, { result }) => sum + result.milliseconds, 0);
  const named = {
    name: flow.header.name,
    classname: device ?? 'no device',
    file: flow.file,
    time: seconds(time),
  };
  const inside = [
    ...properties(outcome),
    ...verdict(outcome, acceptHealed),
    ...attempts.slice(0, -1).map(({ result }) => {
      const tag = result.status === 'infrastructure' ? 'rerunError' : 'flakyFailure';
      return problem(tag, reasonOf(result), resultText(result));
    }),
  ];
  if (inside.length === 0) return [`<testcase ${attributes(named)}/>`];
  return [`<testcase ${attributes(named)}>`, ...inside.map((line) => `  ${line}`), '</testcase>'];
}

function properties({ flow, status }: Outcome): string[] {
  const rows = [
    ...flow.header.tags.map((tag) => ['tag', tag] as const),
    ...(status === 'flaky' || status === 'healed' ? [['status', status] as const] : []),
  ];
  if (rows.length === 0) return [];
  const lines = rows.map(([name, value]) => `  <property name="${name}" value="${escaped(value)}"/>`);
  return ['<properties>', ...lines, '</properties>'];
}

function verdict({ status, attempts, problem: lack }: Outcome, acceptHealed: boolean): string[] {
  const result = attempts.at(-1)?.result;
  const reason = (result && reasonOf(result)) ?? lack ?? '';
  const text = result ? resultText(result) : reason;
  if (status === 'skipped') return ['<skipped message="The run ended before its turn came."/>'];
  if (status === 'infrastructure') return [problem('error', reason || 'infrastructure', text)];
  if (status === 'healed' && !acceptHealed) return [problem('failure', 'healed: accept the new file', text)];
  return isFailure(status, acceptHealed) ? [problem('failure', reason || status, text)] : [];
}

function problem(tag: string, message: string, text: string): string {
  return `<${tag} ${attributes({ message, type: tag })}>${escaped(text)}</${tag}>`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(' ');
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
