import assert from 'node:assert/strict';
import { test } from 'node:test';
import { element } from './accessible.ts';
import { readingNotes } from '../src/screen/reading-notes.ts';

const place = [0, 0, 800, 600] as const;
const notesFor = (...args: Parameters<typeof element>) =>
  readingNotes({
    root: element('frame', place, {}, element(...args)),
    toolkit: 'gtk',
    nodes: 9,
    truncated: false,
  });

test('files that a folder shows and does not describe are told, and what shows them', () => {
  const scrollBar = element('scroll bar', place);
  assert.deepEqual(
    notesFor('directory pane', place, { name: 'Icon view' }, element('panel', place), scrollBar),
    ["the files in 'Icon view' cannot be read: choose List View in the View menu, or take a screenshot"],
  );
  const file = element('table cell', place, { name: 'report.txt' });
  assert.deepEqual(
    notesFor('directory pane', place, { name: 'Details view' }, element('table', place, {}, file)),
    [],
  );
});

test('what was not read of a window is not told of the dialog over it', () => {
  const sheet = {
    ...element('table', place, { name: 'Sheet1' }),
    whole: { childCount: 9000, inSight: true, size: undefined },
  };
  const dialog = element('dialog', place, { name: 'Format Cells' });
  const tree = {
    root: element('application', place, {}, element('frame', place, {}, sheet), dialog),
    toolkit: 'gtk',
    nodes: 9,
    truncated: false,
  };
  assert.equal(readingNotes(tree).length, 1);
  assert.deepEqual(readingNotes(tree, dialog), []);
});
