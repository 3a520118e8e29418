import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configurationMarkdown } from '../../src/config/markdown.ts';
import { flagOf, type Setting, settings, variableOf } from '../../src/config/settings.ts';
import { load } from './given.ts';

test('the page on configuration names each setting in every form in which it can be given', () => {
  const page = configurationMarkdown();
  for (const [name, { only }] of Object.entries<Setting>(settings)) {
    assert.equal(new RegExp(`^\\| \`${flagOf(name)}[ \`]`, 'm').test(page), only !== 'file', flagOf(name));
    assert.equal(page.includes(`| \`${variableOf(name)}\` |`), only !== 'file', variableOf(name));
    assert.equal(page.includes(`| \`${name}\` |`), only !== 'start', name);
  }
});

test('its example is a file that loads', (t) => {
  const example = /```json\n(.*?)```/s.exec(configurationMarkdown())![1];
  assert.equal(load(t, { file: example }).config.port, 8081);
});
