import type { Flow } from '../src/file/flow.ts';
import type { FlowResult, FlowStatus, StepResult } from '../src/run/result.ts';

/** A read flow without commands, for what only passes flows on. */
export function flowNamed(name: string, tags: readonly string[] = []): Flow {
  return {
    file: `flows/${name}.flow.yaml`,
    header: { name, tags, env: {}, onFlowStart: [], onFlowComplete: [], onDialog: [], other: {} },
    commands: [],
  };
}

export function resultOf(
  flow: Flow,
  status: FlowStatus,
  { device = 'phone', ...more }: Partial<FlowResult> = {},
): FlowResult {
  return {
    name: flow.header.name,
    file: flow.file,
    status,
    device,
    startedAt: 1_700_000_000_000,
    milliseconds: 1200,
    steps: [],
    divergence: undefined,
    problem: status === 'infrastructure' ? 'The phone is gone.' : undefined,
    remarks: [],
    healing: undefined,
    taken: [],
    resume: undefined,
    ...more,
  };
}

export function stepOf(file: string, number: number, says: string, status: StepResult['status']): StepResult {
  const at = { file, line: number + 3, column: 1 };
  return {
    path: `${number}`,
    number,
    depth: 0,
    at,
    command: 'tapOn',
    says,
    status,
    milliseconds: 80,
    remarks: [],
  };
}

/** A flow that failed at its second step because its target is not there. */
export function divergedResult(flow: Flow, found = 'No element is called "Save".'): FlowResult {
  const step = stepOf(flow.file, 2, 'tapOn "Save"', 'failed');
  return resultOf(flow, 'failed', {
    steps: [stepOf(flow.file, 1, 'launchApp com.example.notes', 'passed'), step],
    divergence: {
      kind: 'not there',
      at: step.at,
      step,
      expected: 'one element with text "Save"',
      found,
      screen: 'Notes\n875183 button Done',
      candidates: [
        { id: '875183', line: '875183 button Done', reasons: ['same row'], holds: 1, selector: 'text: Done' },
      ],
      covering: undefined,
      acted: false,
      advice: 'Mend the step, or tap it by hand and go on with --from 3@abcdef.',
    },
  });
}
