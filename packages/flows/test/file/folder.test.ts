import assert from 'node:assert/strict';
import { basename, join, relative } from 'node:path';
import { test } from 'node:test';
import { flowFiles, flowsToRun, type Tags } from '../../src/file/folder.ts';
import { FlowFileError } from '../../src/file/problem.ts';
import { folderOf } from './folder-of.ts';

const flow = (name: string, tags = '[]') => `appId: a\nname: ${name}\ntags: ${tags}\n---\n- back`;
const none: Tags = { include: [], exclude: [] };

test('files, folders and patterns name flows, each once', (t) => {
  const folder = folderOf(t, {
    'a.yaml': '',
    'b.flow.yaml': '',
    'sub/c.yml': '',
    'sub/deep/d.yaml': '',
    'config.yaml': '',
    'script.js': '',
    'node_modules/x/e.yaml': '',
  });
  const files = (...paths: string[]) =>
    flowFiles(paths.map((path) => `${folder}/${path}`)).map((file) => relative(folder, file));
  assert.deepEqual(files(''), ['a.yaml', 'b.flow.yaml', 'sub/c.yml', 'sub/deep/d.yaml']);
  assert.deepEqual(files('*.yaml'), ['a.yaml', 'b.flow.yaml']);
  assert.deepEqual(files('**/*.y{a,}ml', 'a.yaml'), [
    'a.yaml',
    'b.flow.yaml',
    'sub/c.yml',
    'sub/deep/d.yaml',
  ]);
  assert.deepEqual(files('s?b/**/d.yaml', 'gone.yaml'), ['sub/deep/d.yaml', 'gone.yaml']);
});

test("Maestro's config.yaml decides which flows of its folder run, and in which order", (t) => {
  const folder = folderOf(t, {
    'config.yaml':
      'flows:\n  - "*"\n  - sub/**\nexcludeTags: wip\nexecutionOrder:\n  flowsOrder: [last, gone]\nunknown: 1',
    'a.yaml': flow('first'),
    'b.yaml': flow('last', '[smoke]'),
    'sub/c.yaml': flow('third', '[smoke]'),
    'sub/d.yaml': flow('fourth', '[wip, smoke]'),
    'other/e.yaml': flow('fifth'),
  });
  const run = (tags: Tags) => flowsToRun([folder], tags).map((file) => relative(folder, file));
  assert.deepEqual(run(none), ['b.yaml', 'a.yaml', 'sub/c.yaml']);
  assert.deepEqual(run({ include: ['smoke'], exclude: [] }), ['b.yaml', 'sub/c.yaml']);
  assert.deepEqual(
    flowsToRun([`${folder}/other`], none).map((file) => relative(folder, file)),
    ['other/e.yaml'],
  );
});

test('a config.yaml that cannot be read is refused', (t) => {
  const folder = folderOf(t, { 'config.yaml': 'flows: 5', 'a.yaml': flow('a') });
  assert.throws(
    () => flowsToRun([folder], none),
    (cause) => cause instanceof FlowFileError && cause.message.includes('config.yaml:1:1: flows: '),
  );
});

test('a healed flow beside its flow is performed only if it is named', (t) => {
  const text = 'appId: a\n---\n- back\n';
  const folder = folderOf(t, { 'a.flow.yaml': text, 'a.healed.flow.yaml': text });
  const run = (path: string) => flowsToRun([path], none).map((file) => basename(file));
  assert.deepEqual(run(folder), ['a.flow.yaml']);
  assert.deepEqual(run(join(folder, 'a.healed.flow.yaml')), ['a.healed.flow.yaml']);
});
