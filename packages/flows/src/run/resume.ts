import { createHash } from 'node:crypto';
import { invalidParams } from '@handeye/core/device/errors';
import type { Command, Flow } from '../file/flow.ts';

const DIGEST_LENGTH = 12;

/** How a flow is taken up at a step: its number, and the digest of the steps before it. */
export function resumeAt(flow: Flow, at: number): string {
  return `${at + 1}@${digestOf(flow.commands.slice(0, at))}`;
}

/** The index of the step to begin with. Throws if the steps before it are not those that were performed. */
export function parsedResume(flow: Flow, from: string | undefined): number {
  if (from === undefined) return 0;
  const [, number = '', digest] = /^(\d+)(?:@([0-9a-f]+))?$/.exec(from.trim()) ?? [];
  const at = Number(number) - 1;
  if (!(at >= 0 && at < flow.commands.length))
    throw invalidParams(`'from' is no step of ${flow.file}: it has ${flow.commands.length}.`);
  if (at === 0) return 0;
  if (digest === undefined)
    throw invalidParams(
      `'from' needs the digest of the steps before it, as the divergence said: ${number}@…`,
    );
  if (resumeAt(flow, at) !== `${number}@${digest}`)
    throw invalidParams(
      `The steps before step ${number} of ${flow.file} are not those that were performed. Perform the flow from its start.`,
    );
  return at;
}

/** What the steps say and do; not where they are written. */
function digestOf(commands: readonly Command[]): string {
  const text = JSON.stringify(commands, (key, value: unknown) =>
    key === 'source' || key === 'file' ? undefined : value,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH);
}

/** The app that the steps before one have led to. */
export function appBefore({ commands, header }: Flow, at: number): string | undefined {
  let app: string | undefined;
  for (const command of commands.slice(0, at)) {
    if (command.name === 'launchApp') app = command.appId ?? header.appId;
    for (const effect of command.expect) if (effect.kind === 'app') app = effect.app;
  }
  return app?.includes('${') === true ? undefined : app;
}
