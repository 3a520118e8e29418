import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { activity, apps, button, defineApp, screen } from '@handeye/virtual-phone';
import type { Page } from 'playwright-core';
import { openStudio, sharedBrowser, studioHouse } from './browser.ts';
import { faultsOf } from './page-faults.ts';
import { openRecording, recordedFolder } from './recorded.ts';
import { type Sample, sampleOf, tellAll } from './sample.ts';
import { scriptedServer, type ScriptedServer } from './scripted-server.ts';
import { throughDetails, throughViews } from './views.ts';

const MEGABYTE = 1024 * 1024;

const browserOfAll = sharedBrowser();

const hostile: Readonly<Record<string, string>> = {
  'an image that fails': '<img src=x onerror="window.ran=1">',
  'a script': '</pre></option></textarea><script>window.ran=1</script>',
  'a frame and a link':
    '<iframe srcdoc="<script>parent.ran=1</script>"></iframe><a href="javascript:ran=1">x</a>',
  'an address': 'javascript:window.ran=1',
  'a style sheet and an attribute': '"\' onfocus=window.ran=1 autofocus x="<style>*{display:none}</style>',
  'code of a template': '__proto__ {{constructor.constructor("window.ran=1")()}} ${window.ran=1}',
  'a reversed text': 'gnp.\u202Eexe.\u2066\u2067 \u061C\u200F right to left',
  'marks without a width':
    'a\u200Bd\u200Dm\uFEFFi\u2060n\u00AD \u0000\u0007\u001B[31m e' + '\u0301'.repeat(400),
  'half a character': '\uD83D broken \uDC00 \uFFFE',
  entities: '&lt;b&gt; &#60;script&#62; &amp;amp;',
};

const MARKUP = ['<img src=x onerror="window.ran=1">', '<script>window.ran=1</script>'] as const;

const writer = defineApp({
  package: 'test.writer',
  label: 'Writer',
  icon: { glyph: 'W', color: '#000000' },
  main: '.Main',
  data: () => undefined,
  activities: {
    '.Main': activity<object>({
      initial: () => ({}),
      render: () =>
        screen(
          'Writer',
          MARKUP.map((markup) => button(markup, () => undefined)),
        ),
    }),
  },
});

test('what a device, a client or a tool says stays text in every view', async (t) => {
  const { page, server, problems } = await open(t);
  for (const [what, text] of Object.entries(hostile)) {
    const sample = sampleOf({ short: text, long: text });
    await tellAll(server, sample);
    await staysText(page, { what, text, sample, server });
    assert.deepEqual(problems, [], what);
  }
});

test('what a recording holds stays text', async (t) => {
  const { page, problems } = await open(t);
  const texts = [...Object.values(hostile), 'W'.repeat(MEGABYTE)];
  const calls = texts.flatMap((text, index) => {
    const short = text.slice(0, 800);
    const [call] = sampleOf({ short, long: text }).calls;
    return call ? [{ ...call, number: index + 1, tool: short }] : [];
  });
  await openRecording(page, await recordedFolder(t, calls));
  const list = page.getByRole('listbox');
  for (const [index, text] of texts.entries()) {
    await list.press(index === 0 ? 'End' : 'ArrowUp');
    await page.getByRole('region', { name: `Call ${index + 1}`, exact: true }).waitFor();
    await saysExactly(page, text.slice(0, 10_000), '[aria-label="Answer, part 1"]');
    assert.deepEqual(await faultsOf(page), [], text.slice(0, 100));
  }
  assert.deepEqual(problems, []);
});

test('a text of a megabyte is shown without breaking the layout or stopping the page', async (t) => {
  const { page, server, problems } = await open(t);
  const text = 'W'.repeat(MEGABYTE);
  const sample = sampleOf({ short: 'Pixel 8', long: text });
  await tellAll(server, sample);
  await staysText(page, { what: 'a megabyte', text, sample, server });
  // A long name must not push anything else off the page.
  await tellAll(server, sampleOf({ short: 'W'.repeat(20_000), long: 'short' }));
  await throughViews(page, async (view) => {
    assert.deepEqual(await faultsOf(page), [], `a long name: ${view}`);
  });
  assert.ok(await page.getByRole('button', { name: 'Help and keys' }).isVisible());
  assert.deepEqual(problems, []);
});

test('an app that writes markup on a real screen, and an agent that sends it, are shown as what they wrote', async (t) => {
  const house = await studioHouse(t, { phone: { apps: [...apps, writer] } });
  const page = await openStudio(t, house, { browser: await browserOfAll() });
  await house.agent.does('open_app', { app: writer.package });
  for (const markup of MARKUP) await page.getByRole('button', { name: markup }).first().waitFor();
  assert.deepEqual(await faultsOf(page), []);
  await house.agent.does('find_elements', { by: 'text', value: MARKUP[0] });
  await page.getByRole('option', { name: /find_elements/ }).click();
  await page.getByRole('region', { name: /^Call/ }).getByText(MARKUP[0]).first().waitFor();
  assert.deepEqual(await faultsOf(page), []);
});

async function open(t: TestContext) {
  const server = await scriptedServer(t, sampleOf({ short: 'x', long: 'x' }));
  const browser = await browserOfAll();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  t.after(() => page.close());
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  // CSP violations are reported on the console, too.
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('dialog', (dialog) => {
    problems.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(server.url);
  await page.getByText('Waiting for the first picture').waitFor();
  return { page, server, problems };
}

/** Views that show a text of the device or the client at once. */
const SPEAKING = new Set(['Timeline']);

interface Told {
  readonly what: string;
  readonly text: string;
  readonly sample: Sample;
  readonly server: ScriptedServer;
}

async function staysText(page: Page, { what, text, sample, server }: Told): Promise<void> {
  await throughViews(page, async (view) => {
    if (SPEAKING.has(view)) await saysExactly(page, text);
    assert.deepEqual(await faultsOf(page), [], `${what}: ${view}`);
  });
  await throughDetails(page, async (details) => {
    assert.deepEqual(await faultsOf(page), [], `${what}: ${details}`);
  });
  server.tell('question', sample.question);
  const card = page.getByRole('alertdialog');
  await card.waitFor();
  server.tell('unseen', { device: sample.screen.device, message: text });
  // The timeline contains the same text, so the whole page proves nothing.
  await saysExactly(page, text, '.live-unseen');
  assert.deepEqual(await faultsOf(page), [], `${what}: a question, a device that cannot be seen`);
  server.tell('questionOver', { question: sample.question.number, how: text });
  await card.waitFor({ state: 'detached' });
}

/**
 * Waits until a part of the page has the text, letter by letter. As JSON, because half a surrogate pair survives no other way.
 */
async function saysExactly(page: Page, text: string, part = 'main'): Promise<void> {
  await page.waitForFunction(
    ({ json, selector }) =>
      document.querySelector(selector)?.textContent.includes(JSON.parse(json) as string),
    { json: JSON.stringify(text), selector: part },
  );
}
