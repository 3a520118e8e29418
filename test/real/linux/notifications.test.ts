import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PrivateDesktop } from './desktop-session.ts';

const run = promisify(execFile);

test('notifications that come are listed and dismissed; clicking them is said to be impossible', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const { tools, environment: env } = desktop;
  assert.match(await tools.text('notification_list'), /^note: only .*\nNo notifications$/);

  const daemon = spawn('dunst', [], { env, stdio: 'ignore' });
  t.after(() => daemon.kill());
  const post = (...args: readonly string[]) =>
    run('dunstify', ['-t', '0', ...args], { env, timeout: 10_000 });
  // The daemon takes its name on the bus a moment after it was started.
  for (let tries = 0; ; tries += 1) {
    const outcome = await post('-a', 'Mail', 'Ada', 'Shall <b>we</b>?\nffffff x "y"').catch(
      (error: unknown) => error,
    );
    if (!(outcome instanceof Error)) break;
    assert.ok(tries < 100, outcome.message);
    await sleep(100);
  }
  // With actions it waits for one of them.
  const waiting = spawn(
    'dunstify',
    ['-t', '0', '-a', 'Player', '-A', 'next,Next song', 'Now playing', 'A song'],
    {
      env,
      stdio: 'ignore',
    },
  );
  t.after(() => waiting.kill());

  let list = '';
  for (let tries = 0; tries < 100 && !list.includes('Now playing'); tries += 1) {
    await sleep(100);
    list = await tools.text('notification_list');
  }
  const lines = list.split('\n');
  assert.equal(lines.length, 4, list);
  assert.match(lines[0] ?? '', /^note: only notifications that came since/);
  assert.match(lines[1] ?? '', /^[0-9a-f]{6,} Player "Now playing": "A song" now$/);
  assert.match(lines[2] ?? '', /^ {2}actions: [0-9a-f]{6,} "Next song"$/);
  assert.match(lines[3] ?? '', /^[0-9a-f]{6,} Mail "Ada": "Shall we\? ffffff x \\"y\\"" now$/);

  const [id = ''] = (lines[3] ?? '').split(' ');
  assert.equal(await tools.text('notification_dismiss', { notification_id: id }), 'Dismissed "Ada"');
  assert.doesNotMatch(await tools.text('notification_list'), /Ada/);
  const [action = ''] = (lines[2] ?? '').replace('  actions: ', '').split(' ');
  for (const [name, args] of [
    ['notification_open', { notification_id: (lines[1] ?? '').split(' ')[0] }],
    ['notification_action', { action_id: action }],
  ] as const)
    assert.match(await tools.fails(name, args, 'permission_denied'), /only the application that posted/);
});
