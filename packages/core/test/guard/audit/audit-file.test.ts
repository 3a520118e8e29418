import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { describe, test } from 'node:test';
import { AuditFile } from '../../../src/guard/audit/audit-file.ts';
import { rotatedFiles } from '../../../src/guard/audit/files.ts';
import { verify } from '../../../src/guard/audit/verify.ts';
import { entriesIn, linesIn, recordPath, writtenRun } from '@handeye/testing/audit-stage';

/** Writes lines back, changed. */
function rewrite(path: string, change: (lines: string[]) => string[]): void {
  writeFileSync(
    path,
    change(linesIn(path))
      .map((line) => `${line}\n`)
      .join(''),
  );
}

const swapped = (lines: string[], one: number, other: number) =>
  lines.map((line, at) => lines[at === one ? other : at === other ? one : at] ?? line);

describe('a record', () => {
  test('is a chain over several runs, for its user alone', async (t) => {
    const path = recordPath(t);
    writtenRun(path, 3);
    writtenRun(path, 2);
    const { broken, lines, remarks } = await verify(path);
    assert.deepEqual({ broken, lines, remarks }, { broken: undefined, lines: 9, remarks: [] });
    const numbers = entriesIn(path).map(({ n }) => n);
    assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(existsSync(`${path}.lock`), false);
  });

  const tamperings: Readonly<Record<string, { change: (lines: string[]) => string[]; says: RegExp }>> = {
    'a changed line': {
      change: (lines) => lines.map((line, at) => (at === 3 ? line.replace('tool_2', 'tool_9') : line)),
      says: /^line 4 was changed after it was written: line 5/,
    },
    'a changed last line': {
      change: (lines) => lines.map((line) => line.replace('"event":"end"', '"event":"e"')),
      says: /^line 7 is not the one that was written/,
    },
    'a removed line': { change: (lines) => lines.toSpliced(3, 1), says: /^line 5 follows line 3/ },
    'a removed first line': { change: (lines) => lines.slice(1), says: /^it begins with line 2/ },
    'an added line': {
      change: (lines) => lines.toSpliced(3, 0, lines[3] ?? ''),
      says: /^line 4 follows line 4/,
    },
    'lines in another order': { change: (lines) => swapped(lines, 2, 4), says: /^line 5 follows line 2/ },
    'a line that is none': {
      change: (lines) => lines.map((line, at) => (at === 3 ? 'nothing to see' : line)),
      says: /^what stands before line 5 is no line/,
    },
    'a tail cut off': { change: (lines) => lines.slice(0, -2), says: /^2 lines were cut off behind line 5/ },
    'everything cut off': { change: () => [], says: /^7 lines were cut off behind line 0/ },
  };
  for (const [what, { change, says }] of Object.entries(tamperings)) {
    test(`that has ${what} is broken`, async (t) => {
      const path = recordPath(t);
      writtenRun(path, 5);
      rewrite(path, change);
      const { broken } = await verify(path);
      assert.match(broken?.why ?? 'it is fine', says);
    });
  }

  test('that had its tail cut off stays broken when a server has written on', async (t) => {
    const path = recordPath(t);
    writtenRun(path, 5);
    rewrite(path, (lines) => lines.slice(0, -2));
    writtenRun(path, 1);
    assert.match((await verify(path)).broken?.why ?? '', /^line 8 follows line 5/);
  });

  test('that had well chained lines added at its end tells of them, also when a server has written on', async (t) => {
    const path = recordPath(t);
    writtenRun(path, 5);
    const head = readFileSync(`${path}.head`);
    writtenRun(path, 1);
    writeFileSync(`${path}.head`, head);
    const added = /^FILE\.head did not know the 3 lines up to line 10: /;
    assert.match((await verify(path)).remarks.join(), added);
    writtenRun(path, 1);
    const { broken, remarks } = await verify(path);
    assert.equal(broken, undefined);
    assert.match(remarks.join(), added);
  });

  test('that is cut in the middle of a line that was written is broken', async (t) => {
    const path = recordPath(t);
    writtenRun(path, 5);
    truncateSync(path, statSync(path).size - 20);
    assert.match((await verify(path)).broken?.why ?? '', /^1 line was cut off/);
  });

  test('goes on over rotated files, whose loss is noticed', async (t) => {
    const path = recordPath(t);
    writtenRun(path, 40, { mostBytes: 1000 });
    writtenRun(path, 40, { mostBytes: 1000 });
    const rotated = rotatedFiles(path);
    assert.ok(rotated.length > 10, `${rotated.length} files`);
    for (const file of [path, ...rotated.map((one) => one.path)]) {
      assert.ok(statSync(file).size <= 1000);
      assert.equal(statSync(file).mode & 0o777, 0o600);
    }
    const { broken, lines, files } = await verify(path);
    assert.deepEqual({ broken, lines, files }, { broken: undefined, lines: 84, files: rotated.length + 1 });
    rmSync(rotated[0]!.path);
    assert.match((await verify(path)).broken?.why ?? '', /^it begins with line/);
    assert.equal((await verify(path, { pruned: true })).broken, undefined);
    rmSync(rotated[4]!.path);
    assert.match((await verify(path, { pruned: true })).broken?.why ?? '', /follows line/);
  });

  test('goes on in a new file if it was killed right after a rotation', async (t) => {
    const path = recordPath(t);
    writtenRun(path, 40, { mostBytes: 1000 });
    execFileSync('mv', [path, `${path}.${rotatedFiles(path).length + 1}`]);
    writtenRun(path, 1);
    assert.equal((await verify(path)).broken, undefined);
  });
});

describe('a line that a kill tore', () => {
  /** A run that was killed when it had written so much of its last line. */
  function tornRun(path: string, bytes: number): void {
    const file = new AuditFile(path, {
      write: (fd, line) => {
        if (!line.includes('never whole')) return writeSync(fd, line);
        writeSync(fd, line.subarray(0, bytes));
        throw new Error('killed');
      },
    });
    file.start({ version: '1' });
    file.append({ event: 'call', tool: 'whole' });
    assert.throws(() => {
      file.append({ event: 'call', tool: 'never whole' });
    }, /killed/);
    file.close();
  }

  for (const bytes of [1, 2, 30, 90, 150]) {
    test(`after ${bytes} bytes is told by the next start, in the chain, too, which holds`, async (t) => {
      const path = recordPath(t);
      tornRun(path, bytes);
      const torn = await verify(path);
      assert.equal(torn.broken, undefined);
      assert.match(torn.remarks.join(), /The last line is torn/);
      tornRun(path, bytes);
      writtenRun(path, 1);
      const { broken, remarks } = await verify(path);
      assert.equal(broken, undefined);
      assert.equal(remarks.length, 2);
      const starts = readFileSync(path, 'utf8').match(new RegExp(`"torn":${bytes},`, 'g'));
      assert.equal(starts?.length, 2);
    });
  }

  test('without its line break only is whole', async (t) => {
    const path = recordPath(t);
    writtenRun(path, 1);
    truncateSync(path, statSync(path).size - 1);
    assert.equal((await verify(path)).broken, undefined);
    writtenRun(path, 1);
    const { broken, remarks, lines } = await verify(path);
    assert.deepEqual({ broken, remarks, lines }, { broken: undefined, remarks: [], lines: 6 });
  });

  test('is no place to hide another change in', async (t) => {
    const path = recordPath(t);
    tornRun(path, 30);
    writtenRun(path, 1);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^(\{"n":3,"prev":"\w{5})\w/m, '$1x'));
    assert.match((await verify(path)).broken?.why ?? '', /is no line, and was none/);
  });
});

describe('a file that cannot be a record', () => {
  test('is refused: another one, a pipe, a folder, one that another process writes to', (t) => {
    const path = recordPath(t);
    writeFileSync(path, 'alias ll="ls -l"\n');
    assert.throws(() => new AuditFile(path), /no audit file of Handeye/);
    assert.equal(readFileSync(path, 'utf8'), 'alias ll="ls -l"\n');
    rmSync(path);
    execFileSync('mkfifo', [path]);
    assert.throws(() => new AuditFile(path), /not a regular file/);
    rmSync(path);
    mkdirSync(path);
    assert.throws(() => new AuditFile(path), /not a regular file/);
    rmSync(path, { recursive: true });
    const first = new AuditFile(path);
    assert.throws(() => new AuditFile(path), new RegExp(`process ${process.pid} writes to it`));
    first.close();
    new AuditFile(path).close();
  });

  test('that others could read becomes private, and what a killed server locked is free', (t) => {
    const path = recordPath(t);
    writtenRun(path, 1);
    chmodSync(path, 0o644);
    const { pid } = { pid: 2 ** 22 - 1 };
    writeFileSync(`${path}.lock`, JSON.stringify({ pid, machine: 'elsewhere' }));
    writtenRun(path, 1);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });
});

test('a line that does not fit on the disk is ended when there is room, and the next one counts what is missing', async (t) => {
  const path = recordPath(t);
  let room = 200;
  const file = new AuditFile(path, {
    write: (fd, bytes) => {
      const written = writeSync(fd, bytes.subarray(0, Math.min(room, bytes.length)));
      room -= written;
      if (written === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return written;
    },
  });
  file.start({ version: '1' });
  for (let call = 0; call < 4; call += 1) {
    assert.throws(() => {
      file.append({ event: 'call', call });
    }, /no space/);
  }
  room = 10_000;
  file.append({ event: 'call', call: 4 });
  file.append({ event: 'end' });
  file.close();
  const calls = entriesIn(path).filter(({ event }) => event === 'call');
  assert.deepEqual(
    calls.map(({ call, missed }) => ({ call, missed })),
    [
      { call: 0, missed: undefined },
      { call: 4, missed: 3 },
    ],
  );
  assert.equal((await verify(path)).broken, undefined);
});
