import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPhone, finish } from './phone.ts';

const terminal = { rows: 24, columns: 80 };

test('stty tells and changes the size of the terminal', async (t) => {
  const { shell } = createPhone(t, { release: 14 });
  const { out } = await finish(shell.spawn('stty size; stty rows 40 cols 100; stty size', { terminal }));
  assert.equal(out, '24 80\r\n40 100\r\n');
  assert.match(
    (await finish(shell.spawn('stty -a', { terminal }))).out,
    /rows 24; columns 80;[^]* icanon echo/,
  );
});

test('stty raw lets bytes through as they are, sane brings lines back, and -echo hides what is typed', async (t) => {
  const { shell } = createPhone(t, { release: 14 });
  assert.equal(
    (await finish(shell.spawn('stty raw; echo a; stty sane; echo b', { terminal }))).out,
    'a\nb\r\n',
  );
  const hidden = shell.spawn('stty -echo; echo ready; read word; echo got $word', { terminal });
  let seen = '';
  for await (const bytes of hidden.stdout) {
    seen += Buffer.from(bytes).toString();
    if (seen === 'ready\r\n') await hidden.stdin.write(Buffer.from('secret\n'));
  }
  assert.equal(seen, 'ready\r\ngot secret\r\n');
});

test('stty without a terminal says so', async (t) => {
  const { shell } = createPhone(t, { release: 14 });
  const { err, code } = await finish(shell.spawn('stty size'));
  assert.deepEqual([err, code], ['stty: -: Not a tty\n', 1]);
});
