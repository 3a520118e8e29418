import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { scratchFolder } from '@handeye/testing/attached';
import { freePort } from '@handeye/testing/ports';

interface Wanted {
  /** The arguments of node that start Handeye. */
  readonly cli: readonly string[];
  readonly cwd: string;
  readonly hosts: number;
}

/** A farm whose hosts have a phone each, as a person starts it; resolves when it reports that it is up. */
export async function farmUp(t: TestContext, { cli, cwd, hosts }: Wanted) {
  const folder = await scratchFolder(t);
  // The user's settings for a server must not affect the trial, especially the device.
  const settings = { device: ['virtual'], readOnly: true, host: '0.0.0.0' };
  mkdirSync(join(folder, 'handeye'));
  writeFileSync(join(folder, 'handeye', 'config.json'), JSON.stringify(settings));
  const own = { HANDEYE_DEVICE: 'virtual', HANDEYE_METRICS: 'true', HANDEYE_HOST: '0.0.0.0' };
  const env = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, TMPDIR: folder, ...own };
  const args = ['farm', 'up', '--hosts', String(hosts), '--phones', '1', '--port', String(await freePort())];
  const child = spawn(process.execPath, [...cli, ...args], { cwd, env });
  // After `close` all output has arrived.
  const ended = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  t.after(async () => {
    if (child.exitCode === null) child.kill('SIGINT');
    await ended;
  });
  const up = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (said.includes('Press Ctrl-C to end all of it.')) resolve();
    });
  });
  await Promise.race([up, ended.then(() => assert.fail(said))]);
  return { child, ended, folder, env, said: () => said };
}

/** Calls tools of the server with this output. */
export function agentOf(said: string) {
  const [, url = ''] = /^ {2}Address +(\S+)$/m.exec(said) ?? [];
  const [, token = ''] = /^ {2}Token +(\S+)$/m.exec(said) ?? [];
  return async (name: string, args: object) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    });
    const { result } = (await answer.json()) as { result?: { content: { text: string }[] } };
    return result?.content[0]?.text ?? '';
  };
}
