import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { apps, type AndroidRelease } from '@handeye/virtual-phone';
import { toolsetsOf } from '../../../../packages/handeye/src/cli/served-toolsets.ts';
import { scratchFolder } from '@handeye/testing/attached';
import { type PhoneTools, phoneTools, type PhoneToolsOptions } from '../phone-tools.ts';
import { ProbeApp } from './probe-app.ts';

export const releases = [5, 9, 12, 14] as const satisfies readonly AndroidRelease[];
export const tiers = ['plain', 'companion'] as const;

export type Release = (typeof releases)[number];
export type Tier = (typeof tiers)[number];

/** One phone with all tools, and the other places where a trial can look. */
export interface Stage extends PhoneTools {
  readonly release: Release;
  readonly tier: Tier;
  /** The folder of this computer for files. */
  readonly folder: string;
  readonly probe: ProbeApp;
  /** Values that an earlier trial keeps for a later one. */
  readonly kept: Map<string, string>;
}

/** A phone of this release, served over this tier with everything that `--toolset all --files FOLDER` serves. */
export async function openStage(
  t: Pick<TestContext, 'after'>,
  release: Release,
  tier: Tier,
  { apps: more = [], frame, ...options }: PhoneToolsOptions = {},
): Promise<Stage> {
  const folder = join(await scratchFolder(t), 'files');
  await mkdir(folder);
  const probe = new ProbeApp();
  const tools = await phoneTools(t, {
    release,
    tier,
    apps: [...apps, probe.app, ...more],
    // As by a cable: over the network, switching Wi-Fi off is refused, which the tests of that toolset show.
    state: { overNetwork: false },
    frame: { toolsets: toolsetsOf({ toolset: ['all'], device: [] }), files: folder, ...frame },
    ...options,
  });
  return { ...tools, release, tier, folder, probe, kept: new Map() };
}

/** The output of a command on the phone. */
export async function said({ phone }: Stage, line: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of phone.android.spawn(line).stdout) parts.push(part);
  return Buffer.concat(parts).toString();
}
