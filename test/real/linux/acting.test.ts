import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import sharp from 'sharp';
import type { Bounds } from '../../../packages/handeye/src/ui/node.ts';
import { PrivateDesktop, start, until } from './desktop-session.ts';
import { firefox, libreOffice, qtForm, swingForm } from './programs/recipes.ts';

/** xdotool is how a person beside us uses this desktop. */
function xdotool(desktop: PrivateDesktop, ...args: string[]): string {
  return execFileSync('xdotool', args, { env: desktop.environment, encoding: 'utf8' }).trim();
}

function windowNamed(desktop: PrivateDesktop, name: string): string {
  return xdotool(desktop, 'search', '--onlyvisible', '--name', name).split('\n')[0] ?? '';
}

/** What the form wrote itself when its Save was clicked. */
async function saved(desktop: PrivateDesktop, file: string): Promise<string> {
  const path = join(desktop.home, file);
  await rm(path, { force: true });
  await desktop.click('Save');
  await until(file, () => existsSync(path) && readFileSync(path, 'utf8') !== '');
  return readFileSync(path, 'utf8');
}

/** The id of an item of a combo box, among others that are named like it. */
async function item(desktop: PrivateDesktop, text: string, className: RegExp): Promise<string> {
  const { elements } = await desktop.tools.json('find_elements', {
    by: 'text',
    value: text,
    exact_match: true,
  });
  const found = (elements as { id: string; className: string }[]).find((one) =>
    className.test(one.className),
  );
  assert.ok(found, JSON.stringify(elements));
  return found.id;
}

async function picture(desktop: PrivateDesktop, wish: Record<string, unknown>): Promise<Buffer> {
  const { content } = await desktop.tools.call('get_screen_state', wish);
  const image = content.find((part) => part.type === 'image');
  assert.ok(image?.type === 'image');
  return sharp(Buffer.from(image.data, 'base64')).raw().toBuffer();
}

/** The mean difference of two pictures, in levels of 255. */
function difference(one: Buffer, other: Buffer): number {
  assert.equal(one.length, other.length);
  return one.reduce((sum, level, at) => sum + Math.abs(level - (other[at] ?? 0)), 0) / one.length;
}

/** What is said of a menu that is open and not in the tree. */
const UNDESCRIBED = /a menu or list is open from .* that the application does not describe/;

test('forms of Qt and Swing: combo boxes, context menus, rows far down, windows partly off the screen', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const { tools } = desktop;
  await qtForm(desktop);

  await t.test('an item of a closed combo box of Qt is chosen', async () => {
    await tools.text('click_element', { element_id: await item(desktop, 'Large', /item/) });
    assert.match(await saved(desktop, 'qt-form.txt'), /^size=Large$/m);
    await tools.text('click_element', { element_id: await item(desktop, 'Small', /item/) });
    assert.match(await saved(desktop, 'qt-form.txt'), /^size=Small$/m);
  });

  await t.test('a row of a list without a long-click action gets the right button', async () => {
    const banana = await desktop.find('text', 'Banana');
    assert.doesNotMatch(await tools.text('get_screen_state', {}), UNDESCRIBED);
    await tools.text('long_click_element', { element_id: banana });
    // Qt 6.4 does not tell of a menu that has no menu bar.
    await until('the note on the menu', async () =>
      UNDESCRIBED.test(await tools.text('get_screen_state', {})),
    );
    xdotool(desktop, 'key', 'Down', 'Return');
    assert.match(await saved(desktop, 'qt-form.txt'), /^ate Banana$/m);
    assert.doesNotMatch(await tools.text('get_screen_state', {}), UNDESCRIBED);
  });

  await t.test(
    'a menu of Qt is closed after a choice, without a key that another window could get',
    async () => {
      await desktop.click('Edit');
      assert.doesNotMatch(await tools.text('get_screen_state', {}), UNDESCRIBED);
      await desktop.click('Paste');
      // Only the form's own window is left of what X shows of it.
      const shown = xdotool(desktop, 'search', '--onlyvisible', '--class', 'qt-form').split('\n');
      assert.deepEqual(shown, [windowNamed(desktop, 'Qt form')]);
      const file = await saved(desktop, 'qt-form.txt');
      assert.match(file, /^chose Paste$/m);
      assert.doesNotMatch(file, /^escape$/m);
      xdotool(desktop, 'key', 'Escape');
      assert.match(await saved(desktop, 'qt-form.txt'), /^escape$/m, 'the form hears that key');
    },
  );

  await t.test('of a window that is partly off the screen, the part on the screen is clicked', async () => {
    const window = windowNamed(desktop, 'Qt form');
    xdotool(desktop, 'windowmove', '--', window, '-400', '300');
    const cherry = await desktop.find('text', 'Cherry');
    await tools.text('long_click_element', { element_id: cherry });
    // Qt 6.4 does not tell of a menu that has no menu bar.
    xdotool(desktop, 'key', 'Down', 'Return');
    assert.match(await saved(desktop, 'qt-form.txt'), /^ate Cherry$/m);
    xdotool(desktop, 'windowmove', window, '300', '300');
  });

  await t.test('scroll_to_element finds a row of a Qt table, which knows no method for that', async () => {
    await desktop.click('Rows');
    const row = await desktop.find('text', 'Row 40');
    assert.match(await tools.text('scroll_to_element', { element_id: row }), /^Scrolled to element/);
    await desktop.click('Order');
  });

  await swingForm(desktop);

  await t.test('an item of a closed combo box of Swing is chosen', async () => {
    await tools.text('click_element', { element_id: await item(desktop, 'Large', /text|label/) });
    assert.match(await saved(desktop, 'swing-form.txt'), /^size=Large$/m);
  });
});

test('Firefox and Writer: a select, a link’s menu, the focus and the places of what LibreOffice draws', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const { tools } = desktop;
  const page = join(desktop.home, 'page.html');
  await writeFile(
    page,
    `<title>Page</title><p><a href="#x">A link</a></p><select aria-label="Size"
onchange="document.title = 'Page ' + this.value"><option>Small<option>Medium<option>Large</select>`,
  );
  await firefox(desktop, `file://${page}`, /Page/);

  await t.test('the page hears that an item of its select was chosen', async () => {
    await tools.text('click_element', { element_id: await desktop.find('text', 'Large') });
    await until('the page’s own word', () => windowNamed(desktop, 'Page Large') !== '');
  });

  await t.test('a link has a context menu, by its id and by its place', async () => {
    const link = await desktop.find('text', 'A link');
    await tools.text('long_click_element', { element_id: link });
    await desktop.find('text', 'Copy Link');
    xdotool(desktop, 'key', 'Escape');
    await until('the end of the menu', async () => {
      const { structuredContent } = await tools.call('get_focused_element', {});
      return (structuredContent?.element as { role?: string } | undefined)?.role !== 'menu';
    });
  });

  await libreOffice(desktop, 'writer', { title: /Writer/ });

  await t.test('the paragraph has the focus', async () => {
    await until('the focus', async () => {
      // Its limit of a second may pass while LibreOffice starts.
      const { structuredContent } = await tools.call('get_focused_element', {});
      return (structuredContent?.element as { role?: string } | undefined)?.role === 'paragraph';
    });
  });

  await t.test('Save lies below the menu bar: a tap on its middle opens the dialog', async () => {
    const { elements } = await tools.json('find_elements', { by: 'text', value: 'Save', exact_match: true });
    const button = (elements as { className: string; visible: boolean; bounds: Bounds }[]).find(
      ({ className, visible }) => className === 'button' && visible,
    );
    assert.ok(button, JSON.stringify(elements));
    const { left, top, right, bottom } = button.bounds;
    await tools.text('tap', { x: (left + right) / 2, y: (top + bottom) / 2 });
    await desktop.find('text', 'Cancel');
    xdotool(desktop, 'key', 'Escape');
  });
});

test('crop with a window’s id is a picture of that window, without what covers it', async (t) => {
  const desktop = await PrivateDesktop.start(t, {}, {}, 'lean');
  await qtForm(desktop);
  const listed = await desktop.tools.text('find_elements', { value: 'Qt form' });
  const id = /\d+/.exec(listed)?.[0] ?? '';
  const alone = await picture(desktop, { crop: id });
  const uncovered = await picture(desktop, { include_screenshot: true });
  start('xterm', ['-bg', 'black', '-geometry', '80x24+400+400', '-T', 'Cover'], desktop.environment);
  await until('what covers it', () => xdotool(desktop, 'getactivewindow', 'getwindowname') === 'Cover');
  xdotool(desktop, 'windowfocus', windowNamed(desktop, 'Qt form'));
  await until('the focus without a raise', () =>
    xdotool(desktop, 'getactivewindow', 'getwindowname').includes('Qt form'),
  );
  assert.ok(difference(uncovered, await picture(desktop, { include_screenshot: true })) > 10);
  assert.ok(difference(alone, await picture(desktop, { crop: id })) < 4);
});
