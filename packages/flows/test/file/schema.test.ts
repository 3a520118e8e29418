import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { FlowFileError } from '../../src/file/problem.ts';
import { readFlowText } from '../../src/file/read.ts';
import { flowSchema, schemaText } from '../../src/file/schema.ts';

const schema = z.fromJSONSchema(
  JSON.parse(JSON.stringify(flowSchema())) as Parameters<typeof z.fromJSONSchema>[0],
);

/** Does an editor with the schema take it? */
const isAccepted = (text: string) =>
  parseAllDocuments(text).every((document) => schema.safeParse(document.toJS()).success);

function isRead(text: string): boolean {
  try {
    readFlowText(text, 'a.flow.yaml');
    return true;
  } catch (cause) {
    if (cause instanceof FlowFileError) return false;
    throw cause;
  }
}

test('an editor with the schema takes what is read and marks what is refused', () => {
  const fine = [
    '- back',
    '- tapOn: Save',
    '- tapOn: {id: a, in: {text: b, below: c}, expect: [{appears: d}, {nothing: true}]}',
    '- eraseText: 5',
    '- launchApp: {appId: a, arguments: {n: 1}, permissions: {all: deny}}',
    '- repeat: {times: 2, commands: [back, {runFlow: {commands: [{swipe: {direction: UP}}]}}]}',
    '- action: back',
  ];
  const wrong = [
    '- bakc',
    '- tapOm: a',
    '- tapOn',
    '- tapOn: {idd: a}',
    '- tapOn: {below: {idd: a}}',
    '- back: {optional: 5}',
    '- tapOn: a\n  back: {}',
    '- pressKey: Nokey',
    '- setClipboard: {}',
    '- repeat: {commands: [bakc]}',
    'back',
  ];
  for (const lines of fine)
    assert.deepEqual(
      [isRead(`appId: a\n---\n${lines}`), isAccepted(`appId: a\n---\n${lines}`)],
      [true, true],
      lines,
    );
  for (const lines of wrong)
    assert.deepEqual(
      [isRead(`appId: a\n---\n${lines}`), isAccepted(`appId: a\n---\n${lines}`)],
      [false, false],
      lines,
    );
});

test('the schema beside the examples is the one of this version', () => {
  const file = join(import.meta.dirname, '../../../../examples/flows/flow.schema.json');
  assert.equal(
    readFileSync(file, 'utf8'),
    schemaText(),
    'write it anew: handeye flow schema > examples/flows/flow.schema.json',
  );
});
