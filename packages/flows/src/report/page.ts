import type { Divergence, StepResult, Taken } from '../run/result.ts';
import { resultText } from '../run/result-text.ts';
import type { StepEvidence } from '../suite/evidence.ts';
import { type Attempt, counts, type Outcome, type SuiteResult } from '../suite/outcome.ts';
import { reasonOf } from '../suite/suite.ts';
import { escaped } from './markup.ts';

/** A file beside the page. */
export interface PageFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface ReportPage {
  readonly html: string;
  readonly files: readonly PageFile[];
}

/**
 * The report of a run: one page without scripts, which opens from file://, and its pictures. Everything that a device said
 * goes through `escaped`, and the page's policy forbids scripts and other hosts as well.
 */
export function reportPage(result: SuiteResult, { style }: { readonly style: string }): ReportPage {
  const { outcomes, startedAt, milliseconds } = result;
  const files: PageFile[] = [];
  const flows = outcomes.map((outcome, index) => flowSection(outcome, index + 1, files));
  const summary = counts(outcomes) || 'no flows';
  const html = [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'unsafe-inline'">`,
    `<title>${escaped(summary)} · handeye test</title>`,
    `<style>${style}</style>`,
    '<header>',
    '<h1>handeye test</h1>',
    `<p class="summary">${escaped(summary)} in ${duration(milliseconds)}</p>`,
    `<p class="soft">${escaped(new Date(startedAt).toISOString())}. This page and its folder show screens of the device, its log and what flows typed; secrets are masked.</p>`,
    '</header>',
    '<main>',
    ...flows,
    '</main>',
    '</html>',
    '',
  ].join('\n');
  return { html, files };
}

function flowSection(outcome: Outcome, number: number, files: PageFile[]): string {
  const { flow, device, status, attempts, problem } = outcome;
  const time = attempts.reduce((sum, { result }) => sum + result.milliseconds, 0);
  const isGood = status === 'passed';
  return [
    `<details class="flow"${isGood ? '' : ' open'} id="flow-${number}">`,
    `<summary>${badge(status)} <strong>${escaped(flow.header.name)}</strong> <span class="soft">${escaped(flow.file)}${device === undefined ? '' : ` · ${escaped(device)}`} · ${duration(time)}</span></summary>`,
    flow.header.description === undefined ? '' : `<p>${escaped(flow.header.description)}</p>`,
    problem === undefined ? '' : `<p class="bad">${escaped(problem)}</p>`,
    ...attempts.map((attempt, index) => {
      const heading = attempts.length > 1 ? `<h2>Attempt ${index + 1}</h2>` : '';
      return heading + attemptSection(attempt, `${number}-${index + 1}`, files);
    }),
    '</details>',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function attemptSection({ result, evidence }: Attempt, name: string, files: PageFile[]): string {
  const evidenceOf = (step: StepResult) => evidence?.steps.find(({ number }) => number === step.number);
  const inOrder = result.steps.toSorted((a, b) => a.number - b.number);
  const reason = reasonOf(result);
  return [
    reason === '' ? '' : `<p class="bad">${escaped(reason)}</p>`,
    ...result.remarks.map((remark) => `<p class="soft">${escaped(remark)}</p>`),
    `<ol class="steps">${inOrder.map((step) => stepItem(step, evidenceOf(step), name, files)).join('')}</ol>`,
    result.divergence ? divergenceSection(result.divergence) : '',
    result.healing
      ? folded(`Healed steps, in ${result.healing.file}`, result.healing.diff, { open: true })
      : '',
    ...(result.status === 'passed' ? [] : [folded('The whole answer', resultText(result))]),
    ...result.taken.map((taken) => picture(taken, name, files)),
    evidence?.film === undefined
      ? ''
      : `<video controls preload="none" src="${escaped(encodeURI(evidence.film))}"></video>`,
    evidence?.crashes === undefined ? '' : folded('Crashes', evidence.crashes),
    evidence?.log === undefined ? '' : folded('Log of the device', evidence.log),
    ...(evidence?.problems ?? []).map((text) => `<p class="soft">Not in this report: ${escaped(text)}</p>`),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function stepItem(step: StepResult, seen: StepEvidence | undefined, name: string, files: PageFile[]): string {
  const line = `${badge(step.status)} <code>${escaped(step.says)}</code> <span class="soft">${escaped(step.at.file)}:${step.at.line} · ${duration(step.milliseconds)}${step.remarks.map((remark) => ` · ${escaped(remark)}`).join('')}</span>`;
  const indent = ` style="margin-left: ${step.depth}rem"`;
  const details = [
    seen?.picture ? picture(seen.picture, name, files) : '',
    seen?.before === undefined ? '' : screen('Screen before', seen.before),
    seen?.after === undefined || seen.after === seen.before ? '' : screen('Screen after', seen.after),
  ].join('');
  if (details === '') return `<li${indent}>${line}</li>`;
  const open = step.status === 'failed' ? ' open' : '';
  return `<li${indent}><details${open}><summary>${line}</summary><div class="seen">${details}</div></details></li>`;
}

function divergenceSection(divergence: Divergence): string {
  const { expected, found, covering, candidates, advice } = divergence;
  return [
    '<section class="divergence"><h3>What diverged</h3><dl>',
    `<dt>Expected</dt><dd>${escaped(expected)}</dd><dt>Found</dt><dd>${escaped(found)}</dd>`,
    covering === undefined ? '' : `<dt>In front</dt><dd>${escaped(covering)}</dd>`,
    '</dl>',
    candidates.length === 0 ? '' : '<p>Candidates, the best first:</p>',
    candidates.length === 0
      ? ''
      : `<ol>${candidates.map(({ line, reasons, selector }) => `<li><code>${escaped(line)}</code> <span class="soft">${escaped(reasons.join(', '))}</span><br><code>${escaped(selector)}</code></li>`).join('')}</ol>`,
    `<p>${escaped(advice)}</p></section>`,
  ].join('');
}

function picture({ name, mimeType, bytes }: Taken, attempt: string, files: PageFile[]): string {
  const ending = mimeType === 'image/png' ? 'png' : 'jpg';
  const safe = name.replace(/[^\w-]+/g, '_').slice(0, 80);
  let path = `pictures/${attempt}-${safe}.${ending}`;
  for (let count = 2; files.some((file) => file.path === path); count += 1)
    path = `pictures/${attempt}-${safe}-${count}.${ending}`;
  files.push({ path, bytes });
  return `<a href="${path}"><img loading="lazy" src="${path}" alt="${escaped(name)}"></a>`;
}

function screen(title: string, lean: string): string {
  return `<figure><figcaption>${title}</figcaption><pre>${escaped(lean)}</pre></figure>`;
}

function folded(title: string, text: string, { open = false } = {}): string {
  return `<details${open ? ' open' : ''}><summary>${escaped(title)}</summary><pre>${escaped(text)}</pre></details>`;
}

function badge(status: string): string {
  return `<span class="badge ${status}">${status}</span>`;
}

/** `840 ms`, `12.3 s`, `3 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
