import type { Divergence, FlowResult } from './result.ts';

/** What came of a flow, for a model or a terminal. */
export function resultText(result: FlowResult): string {
  const { name, status, steps, milliseconds, remarks, divergence, problem, healing, resume } = result;
  const seconds = (milliseconds / 1000).toFixed(1);
  const lines = [
    `${status}: ${name}, ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, ${seconds} s`,
  ];
  lines.push(...remarks.map((remark) => `note: ${remark}`));
  for (const step of steps)
    for (const remark of step.remarks) lines.push(`step ${step.path} ${step.command}: ${remark}`);
  if (healing) lines.push(`healed into ${healing.file}; read it before you use it:`, healing.diff);
  if (divergence) lines.push(...divergenceLines(divergence));
  if (problem !== undefined) lines.push(problem);
  if (problem !== undefined && resume !== undefined) lines.push(`resume with from: "${resume}"`);
  return lines.join('\n');
}

function divergenceLines(divergence: Divergence): string[] {
  const { at, step, expected, found, covering, candidates, screen, advice } = divergence;
  const place = at.line > 0 ? `${at.file}:${at.line}` : at.file;
  return [
    `${place}: step ${step.path}, ${step.says}`,
    `expected: ${expected}`,
    `found: ${found}`,
    ...(covering === undefined ? [] : [`in front: ${covering}`]),
    ...(candidates.length === 0 ? [] : ['candidates:']),
    ...candidates.map(({ line, reasons, selector }) => `  ${line} (${reasons.join(', ')}) as ${selector}`),
    advice,
    ...(screen === '' ? [] : ['screen:', screen]),
  ];
}
