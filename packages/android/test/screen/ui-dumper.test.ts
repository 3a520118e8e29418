import assert from 'node:assert/strict';
import test from 'node:test';
import { dumpText, dumpFailure } from '../../src/screen/ui-dumper.ts';
import { readHierarchy } from '../../src/screen/hierarchy.ts';

test('each way a dump fails is told by what the phone says and leaves behind', () => {
  const nothing = { exitCode: 0, emptyFile: false };
  const killed = { ...nothing, exitCode: 137 };
  assert.equal(dumpFailure('ERROR: could not get idle state.\n', nothing), 'busy');
  assert.equal(
    dumpFailure('ERROR: null root node returned by UiTestAutomationBridge.\n', nothing),
    'rootless',
  );
  assert.equal(dumpFailure('Killed \n', killed), 'killed');
  assert.equal(dumpFailure('Killed \n', { ...nothing, exitCode: undefined }), 'killed');
  assert.equal(dumpFailure('UI hierchary dumped to: /system/x.xml\n', nothing), 'unknown');
});

test('an empty file is what is left of a uiautomator that crashed; one that says it wrote it had no room', () => {
  const died = 'java.lang.IllegalArgumentException: Illegal character (U+de00)\n';
  assert.equal(dumpFailure(died, { exitCode: 1, emptyFile: true }), 'crashed');
  assert.equal(dumpFailure('Killed \n', { exitCode: 137, emptyFile: true }), 'crashed');
  assert.equal(dumpFailure('UI hierchary dumped to: /x.xml\n', { exitCode: 0, emptyFile: true }), 'unknown');
});

test('a dump is read in the encoding of its bytes, whatever its header says', () => {
  const xml = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node text="Zoë 日本 😀" /></hierarchy>`;
  const little = Buffer.from(xml, 'utf16le');
  const big = Buffer.from(xml, 'utf16le').swap16();
  const forms = [
    Buffer.from(xml),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(xml)]),
    Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    little,
    big,
  ];
  for (const [at, bytes] of forms.entries()) {
    const [window] = readHierarchy(dumpText(bytes));
    assert.equal(window?.nodes[0]?.attributes.text, 'Zoë 日本 😀', `form ${at}`);
  }
});
