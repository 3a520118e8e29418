import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Act } from '../../../src/guard/act.ts';
import { ownerOf } from '../../../src/guard/act.ts';
import type { Snapshot } from '@handeye/screen/snapshot';
import { clicking, field, kindsFor, part, screen, text } from './scene.ts';

const key = (name: string): Partial<Act> => ({ tool: 'press_key', toolClass: 'type', key: name });
const typing = (words: string): Partial<Act> => ({ tool: 'input_text', toolClass: 'type', text: words });
const push = (words: string, focused = false) => part('button', { text: words, clickable: true, focused });

/** A key sent to a window whose focus is unknown. */
function unseen(snapshot: Snapshot, act: Partial<Act>) {
  const [window] = snapshot.windows;
  assert.ok(window);
  return kindsFor(act, { ...ownerOf(window), snapshot });
}

test('alt and a letter press the button that may have it underlined', () => {
  const cancel = push('Cancel', true);
  const question = text('Permanently delete “thesis.odt”?');
  const dialog = screen([question, cancel, push('Delete')], { app: 'nautilus', type: 'dialog' });
  assert.deepEqual(clicking(dialog, cancel, key('alt+d')), ['delete']);
  assert.deepEqual(clicking(dialog, cancel, key('alt+n')), []);
  assert.deepEqual(unseen(dialog, key('alt+d')), ['delete']);
  const message = field({ text: 'hello', focused: true });
  const mail = screen([message, push('Send')], { app: 'mail' });
  assert.deepEqual(clicking(mail, message, key('alt+s')), ['send']);
  assert.deepEqual(clicking(mail, message, key('alt+shift+s')), ['send']);
  assert.deepEqual(clicking(mail, message, key('alt+f')), []);
  assert.deepEqual(clicking(mail, message, key('ctrl+s')), []);
});

test('what goes to a window whose focus nobody tells is what it may be there', () => {
  const chat = screen([field({ text: 'hello' }), push('Send')], { app: 'chat' });
  assert.deepEqual(unseen(chat, key('ENTER')), ['send']);
  assert.deepEqual(unseen(chat, typing('hello\n')), ['send']);
  assert.deepEqual(unseen(chat, typing('hello')), []);
  const page = part('document', { text: 'Chat', focused: true });
  const drawn = screen([page, push('Send')], { app: 'electron' });
  assert.deepEqual(clicking(drawn, page, key('ENTER')), ['send']);
  assert.deepEqual(clicking(drawn, page, typing('hello\n')), ['send']);
  assert.deepEqual(clicking(drawn, page, key('PAGE_DOWN')), []);
  const shell = part('terminal', { focused: true });
  assert.deepEqual(clicking(screen([shell, push('Send')]), shell, typing('ls\n')), ['terminal']);
  const login = screen([part('passwordfield', { editable: true, password: true })], { app: 'login' });
  assert.deepEqual(unseen(login, typing('hunter2')), ['sign-in']);
  const files = screen([part('listitem', { text: 'thesis.odt' })], { app: 'thunar' });
  assert.deepEqual(unseen(files, key('FORWARD_DEL')), ['delete']);
  assert.deepEqual(unseen(files, key('ENTER')), []);
});

test('a capital that is typed by its chord is typed', () => {
  const password = part('passwordfield', { editable: true, password: true, focused: true });
  const login = screen([password], { app: 'login' });
  assert.deepEqual(clicking(login, password, key('shift+a')), ['sign-in']);
  assert.deepEqual(clicking(login, password, key('SPACE')), ['sign-in']);
  assert.deepEqual(clicking(login, password, key('ctrl+a')), []);
  const name = field({ text: 'Ada', focused: true });
  assert.deepEqual(clicking(screen([name]), name, key('shift+a')), []);
});

test('on a Mac, Command and Delete move a file to the Trash', () => {
  const file = part('cell', { text: 'thesis.odt', focused: true });
  const finder = screen([file], { app: 'Finder', appId: 'com.apple.finder' });
  for (const one of ['cmd+DEL', 'alt+cmd+DEL', 'cmd+shift+DEL'])
    assert.deepEqual(clicking(finder, file, key(one)), ['delete'], one);
  assert.deepEqual(clicking(finder, file, key('DEL')), []);
  const name = field({ text: 'thesis', focused: true });
  assert.deepEqual(clicking(screen([name]), name, key('cmd+DEL')), []);
});
