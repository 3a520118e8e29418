import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createLog, type LogFields, type LogLevel } from '../../src/cli/log.ts';

function logAt(level: LogLevel, plain = false) {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const log = createLog({ level, plain, write, now: () => new Date('2026-01-02T03:04:05.678Z') });
  return { log, lines };
}

test('a line is one JSON object with time, level, message and fields', () => {
  const { log, lines } = logAt('info');
  log.info('tool called', { tool: 'tap', ms: 12, ok: true, device: undefined });
  assert.deepEqual(
    lines.map((line) => JSON.parse(line) as unknown),
    [
      {
        time: '2026-01-02T03:04:05.678Z',
        level: 'info',
        message: 'tool called',
        tool: 'tap',
        ms: 12,
        ok: true,
      },
    ],
  );
  assert.ok(lines[0]!.endsWith('}\n'));
});

test('on a terminal a line is for people', () => {
  const { log, lines } = logAt('info', true);
  log.warn('slow device', { device: 'R58M', ms: 900 });
  assert.deepEqual(lines, ['03:04:05 warn  slow device  device=R58M  ms=900\n']);
});

test('a level includes all more important ones', () => {
  const levels = ['error', 'warn', 'info', 'debug'] as const;
  for (const [index, level] of levels.entries()) {
    const { log, lines } = logAt(level);
    for (const each of levels) log[each](each);
    assert.equal(lines.length, index + 1);
  }
});

describe('whatever is logged,', () => {
  const secretText = fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' });
  const names = fc.constantFrom('text', 'tool', 'error');
  const token = fc.stringMatching(/^[\w.~+/-]{12,40}$/);

  test('a text that is not an identifier never appears, at any level', () => {
    const words = fc.tuple(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }));
    fc.assert(
      fc.property(
        words,
        names,
        fc.boolean(),
        fc.constantFrom('info', 'debug'),
        ([first, second], name, plain, level) => {
          const typed = `${first} ‹typed› ${second}`;
          const { log, lines } = logAt(level, plain);
          log.error('failed', { [name]: typed });
          assert.equal(lines.length, 1);
          assert.ok(!lines[0]!.includes('‹typed›'));
        },
      ),
    );
  });

  test('the token never appears, at any level, in a message or a field', () => {
    fc.assert(
      fc.property(token, secretText, names, fc.boolean(), (secret, around, name, plain) => {
        const { log, lines } = logAt('debug', plain);
        log.conceal(secret);
        const fields: LogFields = { [name]: `${around}${secret}`, url: `/mcp?t=${secret}` };
        log.warn(`seen ${secret}`, fields);
        log.debug(secret + around, fields);
        assert.equal(lines.length, 2);
        for (const line of lines) assert.ok(!line.includes(secret), line);
      }),
    );
  });

  test('a line stays one line and cannot steer the terminal', () => {
    fc.assert(
      fc.property(secretText, fc.boolean(), (text, plain) => {
        const { log, lines } = logAt('debug', plain);
        log.info('message', { text: `${text}\nsecond\r\nthird\x1b[2J\x9b2J` });
        assert.equal(lines.length, 1);
        assert.doesNotMatch(lines[0]!.slice(0, -1), plain ? /[\x00-\x1f\x7f-\x9f]/ : /[\x00-\x1f]/);
      }),
    );
  });
});
