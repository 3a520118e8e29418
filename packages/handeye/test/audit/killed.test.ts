import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseLine } from '@handeye/core/guard/audit/chain';
import { verify } from '@handeye/core/guard/audit/verify';
import { bundled } from '@handeye/testing/bundled';
import { size } from '@handeye/testing/long';
import { toolCall } from '@handeye/testing/serving';
import { linesIn, recordPath } from '@handeye/testing/audit-stage';

const KILLS = size(12, 6);
const PROGRAM = fileURLToPath(new URL('recording-server.ts', import.meta.url));

/** Lets a server answer so many calls, and kills it while it does more. */
async function killedAfter(server: string, path: string, answers: number): Promise<{ err: string }> {
  const child = spawn(process.execPath, [server, path], { stdio: ['pipe', 'pipe', 'pipe'] });
  const err = text(child.stderr);
  child.stdin.on('error', () => undefined);
  for (let call = 0; call < answers + 20; call += 1) {
    const [tool, args] =
      call % 2 === 0 ? ['get_screen_state', {}] : ['input_text', { text: 'never in the file' }];
    child.stdin.write(`${JSON.stringify(toolCall(tool, args, call))}\n`);
  }
  let heard = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    heard += 1;
    if (heard === answers) break;
  }
  child.kill('SIGKILL');
  await once(child, 'close');
  assert.equal(heard, answers, await err);
  return { err: await err };
}

test(`a record holds every call that was answered, and its chain, after ${KILLS} kills`, async (t) => {
  const path = recordPath(t);
  const server = await bundled(PROGRAM, dirname(path));
  let told = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = kill === 1 ? 0 : calls(path);
    const answers = 1 + ((kill * 7) % 23);
    const { err } = await killedAfter(server, path, answers);
    if (err.includes('is torn')) told += 1;
    const { broken } = await verify(path);
    assert.equal(broken, undefined, `after kill ${kill}: ${broken?.why}`);
    assert.ok(calls(path) - before >= answers, `kill ${kill}: ${calls(path) - before} of ${answers}`);
    // A kill in the middle of a write is rare: now and then the record gets what one would leave.
    if (kill % 3 === 0) appendFileSync(path, `{"n":${kill},"prev":"ab`);
  }
  const { err } = await killedAfter(server, path, 1);
  assert.match(err, /last line of the audit file is torn/);
  assert.ok(told >= KILLS / 3 - 1, `${told} torn lines were told of`);
  const { broken, remarks } = await verify(path);
  assert.equal(broken, undefined);
  assert.ok(remarks.length >= KILLS / 3);
});

/** The calls among the lines that are whole. */
function calls(path: string): number {
  return linesIn(path).filter((line) => parseLine(line)?.event === 'call').length;
}
