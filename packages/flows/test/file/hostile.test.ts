import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Flow } from '../../src/file/flow.ts';
import { FlowFileError } from '../../src/file/problem.ts';
import { readFlowText } from '../../src/file/read.ts';
import { writeFlow } from '../../src/file/write.ts';

/** Pieces of flows, of YAML and of attacks. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'appId: a\n',
      '---\n',
      '- ',
      '  ',
      '    ',
      '\t',
      '\n',
      ': ',
      '{',
      '}',
      '[',
      ']',
      ', ',
      '"',
      "'",
      '#',
      '|\n',
      '>-\n',
    ],
    ...[
      '&a ',
      '*a',
      '!!js/function ',
      '!!binary ',
      '? ',
      '<<: ',
      '%YAML 1.1\n',
      '\0',
      '\u2028',
      '${',
      '}',
      '\\',
      '~',
      'null',
    ],
    ...[
      'tapOn',
      'runFlow',
      'repeat',
      'commands',
      'when',
      'platform',
      'iOS',
      'expect',
      'text',
      'env',
      'back',
      'file',
      'true',
    ],
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '0x1F', '1e999', '-0', '.inf', '.'],
  ),
  fc.string({ maxLength: 4 }),
);

const VALID = `name: a
appId: org.example
tags: [smoke]
env: {USER: anna}
onFlowStart: [launchApp]
onDialog: [{match: Allow, do: [back]}]
---
- tapOn: {text: Save, index: 1, below: Title, expect: [{appears: Saved}, {changes: {id: wifi}, to: {checked: true}}]}
- inputText: "007"
- swipe: {start: "50%,80%", end: "50%,20%"}
- runFlow: {when: {visible: Cookies, true: "\${USER}"}, env: {A: 1}, commands: [back, {repeat: {times: 2, commands: [scroll]}}]}
- launchApp: {permissions: {all: deny}, arguments: {n: 1}}
- scrollUntilVisible:
    element: End
`;

/** A valid file with some places overwritten. */
const files = fc
  .array(fc.record({ at: fc.nat(VALID.length), length: fc.nat(6), by: piece }), { maxLength: 4 })
  .map((edits) =>
    edits.reduce((text, { at, length, by }) => text.slice(0, at) + by + text.slice(at + length), VALID),
  );

/** The flow; undefined if it was refused as it should be. */
function readOrRefused(text: string): Flow | undefined {
  try {
    return readFlowText(text, 'a.flow.yaml');
  } catch (cause) {
    assert.ok(cause instanceof FlowFileError, String(cause));
    const lines = text.split(/\r\n?|\n/).length;
    assert.ok(cause.problems.length > 0);
    for (const { line, column, text: problem } of cause.problems) {
      assert.ok(line >= 1 && line <= lines && column >= 1, `${line}:${column} of ${lines} lines: ${problem}`);
      assert.notEqual(problem, '');
    }
    return undefined;
  }
}

test('whatever a file says, it is read or refused with a line of that file; what is read can be written and read again', () => {
  let read = 0;
  fc.assert(
    fc.property(
      fc.oneof(
        files,
        fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
      ),
      (text) => {
        const flow = readOrRefused(text);
        if (flow === undefined) return;
        read++;
        const written = writeFlow(flow);
        assert.equal(writeFlow(readFlowText(written, 'a.flow.yaml')), written);
      },
    ),
    { numRuns: 300 },
  );
  assert.ok(read > 10, `only ${read} were read`);
});
