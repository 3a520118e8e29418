import { dirname } from 'node:path';
import type { ToolContext } from '@handeye/core/tools/frame/define';
import type { SaveWish } from '@handeye/core/tools/frame/flows';
import type { Effect, Flow } from '../file/flow.ts';
import { readFlowText } from '../file/read.ts';
import { writeFlow } from '../file/write.ts';
import { factOf } from '../run/device.ts';
import type { FlowWish } from '../run/perform.ts';
import type { FlowResult } from '../run/result.ts';
import { resultText } from '../run/result-text.ts';
import { converted } from './convert.ts';
import type { RunAct } from './memory.ts';

export interface Saving {
  readonly file: string;
  readonly name: string;
  readonly wish: SaveWish;
  readonly context: ToolContext;
  /** Performs the flow on a fresh device; undefined if the device cannot be made fresh. */
  readonly trial: ((flow: Flow, wish: FlowWish) => Promise<FlowResult | undefined>) | undefined;
}

export interface Saved {
  readonly text: string;
  readonly count: number;
  readonly steps: number;
  readonly remarks: readonly string[];
}

/** The acts of a run as the text of a flow, tried out if that is wished. */
export async function savedFlow(acts: readonly RunAct[], saving: Saving): Promise<Saved> {
  const { file, name, wish, context } = saving;
  const { commands, appId, env, remarks } = converted(acts, {
    variables: wish.variables,
    folder: dirname(file),
  });
  const locale = await factOf('locale', { context }).catch(() => undefined);
  const flow: Flow = {
    file,
    header: {
      name,
      ...(appId !== undefined && { appId }),
      tags: [],
      env,
      onFlowStart: [],
      onFlowComplete: [],
      ...(wish.description !== undefined && { description: wish.description }),
      ...(locale !== undefined &&
        /^[a-z]{2,3}\b/i.test(locale) && { locale: locale.split(/[ ,;]/)[0] ?? locale }),
      onDialog: [],
      other: {},
    },
    commands,
  };
  const tried = await triedOut(flow, saving);
  return {
    text: writeFlow(tried.flow),
    count: acts.length,
    steps: commands.length,
    remarks: [...remarks, ...tried.remarks],
  };
}

/** Without the expectations that were data of the moment: they differ though nothing went wrong. */
async function triedOut(
  flow: Flow,
  { trial }: Saving,
): Promise<{ readonly flow: Flow; readonly remarks: readonly string[] }> {
  if (!trial) return { flow, remarks: [] };
  // As it will be read: with the files that it names.
  const read = readFlowText(writeFlow(flow), flow.file);
  const lost = new Set<Effect>();
  const remarks: string[] = [];
  const result = await trial(read, {
    onMissing: (_, missing) => {
      for (const { effect } of missing) lost.add(effect);
      remarks.push(...missing.map(({ why }) => `not expected any more: ${why}`));
    },
  });
  if (!result) return { flow, remarks: ['not verified: this device cannot be reset'] };
  if (result.status !== 'passed')
    return { flow, remarks: [`the trial did not pass; saved as it was recorded:`, resultText(result)] };
  const commands = read.commands.map((command) => ({
    ...command,
    expect: command.expect.filter((effect) => !lost.has(effect)),
  }));
  return {
    flow: { ...read, commands },
    remarks: ['verified: performed once on the reset device, which is now as it was before', ...remarks],
  };
}
