import assert from 'node:assert/strict';
import test from 'node:test';
import { Parser } from 'htmlparser2';
import { helperOnPhone } from './helper-on-phone.ts';

/** Every element of a source, with its attributes in their order. */
function elementsOf(xml: string): { tag: string; attributes: Record<string, string> }[] {
  const elements: { tag: string; attributes: Record<string, string> }[] = [];
  const parser = new Parser(
    { onopentag: (tag, attributes) => elements.push({ tag, attributes }) },
    { xmlMode: true },
  );
  parser.end(xml);
  return elements;
}

test('a source names elements by their classes and tells the attributes of the real server in its order', async (t) => {
  const { source, settings } = await helperOnPhone(t, { open: 'com.example.login/.LoginActivity' });
  await settings({ waitForIdleTimeout: 500 });
  const xml = await source();
  assert.ok(xml.startsWith("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n<hierarchy index="));
  const [root, ...inside] = elementsOf(xml);
  assert.deepEqual(root, {
    tag: 'hierarchy',
    attributes: { index: '0', class: 'hierarchy', rotation: '0', width: '1080', height: '2400' },
  });
  for (const { tag, attributes } of inside) assert.equal(tag, attributes.class);
  const name = inside.find(({ attributes }) => attributes['resource-id'] === 'com.example.login:id/username');
  assert.deepEqual(Object.keys(name?.attributes ?? {}), [
    'index',
    'package',
    'class',
    'text',
    'resource-id',
    'checkable',
    'checked',
    'clickable',
    'enabled',
    'focusable',
    'focused',
    'long-clickable',
    'password',
    'scrollable',
    'selected',
    'bounds',
    'displayed',
    'hint',
    'a11y-important',
    'screen-reader-focusable',
    'input-type',
    'drawing-order',
    'showing-hint',
    'text-entry-key',
    'multiline',
    'dismissable',
    'a11y-focused',
    'heading',
    'live-region',
    'context-clickable',
    'max-text-length',
    'content-invalid',
    'window-id',
  ]);
  assert.equal(name?.attributes['showing-hint'], 'true');
});

test('what is scrolled away is shown only to who allows invisible elements', async (t) => {
  const { source, settings, post } = await helperOnPhone(t, { open: 'com.example.login/.LoginActivity' });
  await post('/orientation', { orientation: 'LANDSCAPE' });
  const hidden = (xml: string) =>
    elementsOf(xml).filter(({ attributes }) => attributes.displayed === 'false');
  assert.deepEqual(hidden(await source()), []);
  await settings({ allowInvisibleElements: true });
  assert.notEqual(hidden(await source()).length, 0);
});

test('with the setting for it a source shows every window, without it the active one', async (t) => {
  const { source, settings, find, post } = await helperOnPhone(t, {
    open: 'com.example.login/.LoginActivity',
  });
  await post(`/element/${await find('id', 'com.example.login:id/username')}/click`);
  const packages = async () =>
    new Set(elementsOf(await source()).flatMap(({ attributes }) => attributes.package ?? []));
  assert.deepEqual([...(await packages())], ['com.example.login']);
  await settings({ enableMultiWindows: true });
  const all = await packages();
  assert.ok(all.has('com.android.inputmethod.latin') && all.has('com.android.systemui'), [...all].join());
});

test('a toast is at the end of the source, and can be found by XPath and read', async (t) => {
  const { phone, source, find, textOf, settings } = await helperOnPhone(t);
  await settings({ waitForIdleTimeout: 0 });
  phone.framework.toast('Saved & closed');
  const last = elementsOf(await source()).at(-1);
  assert.deepEqual(last?.attributes, {
    index: '1',
    package: 'com.android.settings',
    class: 'android.widget.Toast',
    text: 'Saved & closed',
    displayed: 'true',
  });
  assert.equal(await textOf(await find('xpath', '//android.widget.Toast')), 'Saved & closed');
});
