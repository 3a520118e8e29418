import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = new URL('../node_modules/', import.meta.url);

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program of an npm package under Node 22 (from the npm package `node`), with a HOME of its own: the
 * conformance suite and the Inspector do not start on Node 20.
 */
export async function underNode22(
  script: string,
  args: readonly string[],
  timeout = 120_000,
): Promise<Outcome> {
  const home = await mkdtemp(join(tmpdir(), 'handeye-home-'));
  const node = fileURLToPath(new URL('node/bin/node', packages));
  const path = fileURLToPath(new URL(script, packages));
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      const options = { timeout, maxBuffer: 64 << 20, env: { ...process.env, HOME: home }, cwd: home };
      execFile(node, [path, ...args], options, (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number')
          reject(new Error(`${script} did not run`, { cause: error }));
        else resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      });
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
