import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import sharp from 'sharp';
import { freePort } from '@handeye/testing/ports';

/**
 * `npm run pictures:studio [folder]`: the pictures of README.md and docs/studio.md, of the built command with its virtual
 * phone, while an agent is at work and a question of the guard waits.
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CLI = join(ROOT, 'packages/handeye/dist/cli.js');
const CHROMIUM = '/usr/bin/chromium';
const TOKEN = 'only-for-these-pictures';

const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 844 };

interface Look {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
}

interface Server {
  readonly url: string;
  /** Lets one browser in. */
  readonly link: () => Promise<string>;
  readonly stop: () => Promise<unknown>;
}

/** The server as a user starts it, with a folder of its own. */
async function serve(home: string): Promise<Server> {
  const port = await freePort();
  const env = { ...process.env, HOME: home, HANDEYE_TOKEN: TOKEN };
  const flags = [
    '--device',
    'virtual',
    '--policy',
    'careful',
    '--port',
    String(port),
    '--ask-timeout',
    '300',
  ];
  const server = spawn(process.execPath, [CLI, 'serve', ...flags], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  for await (const line of createInterface(server.stdout)) if (line.startsWith('Press Ctrl-C')) break;
  const link = async () => {
    const asked = spawn(process.execPath, [CLI, 'studio', '--no-open', '--port', String(port)], { env });
    const said = (await asked.stdout.toArray()).join('');
    const [found] = /http\S+code=\S+/.exec(said) ?? [];
    if (found === undefined) throw new Error(`no link: ${said}`);
    return found;
  };
  const stop = () => {
    server.kill();
    return ended;
  };
  return { url: `http://127.0.0.1:${port}`, link, stop };
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'my-agent', version: '1' });
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const address = new URL('/mcp?screen=lean', url);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  return client;
}

async function openPage(browser: Browser, server: Server, look: Look): Promise<Page> {
  const context = await browser.newContext(look);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(await server.link());
  await page.locator('.live img').first().waitFor();
  await page.getByText(/^Live/).waitFor();
  return page;
}

/** Few colours are enough for a page of text, and keep the picture small. */
async function picture(page: Page, folder: string, name: string): Promise<void> {
  const png = await page.screenshot({ animations: 'disabled' });
  const file = join(folder, `studio-${name}.png`);
  const { size } = await sharp(png).png({ palette: true, colours: 128, effort: 10 }).toFile(file);
  process.stdout.write(`${file}: ${Math.round(size / 1000)} kB\n`);
}

const show = (page: Page, view: string) => page.getByRole('tab', { name: view, exact: true }).click();

/** The card has its picture and accepts answers. */
async function isReadable(question: Locator): Promise<void> {
  await question.getByRole('img').waitFor();
  await question.getByRole('button', { name: /Allow once/, disabled: false }).waitFor();
}

/** The agent's actions, until a person has allowed the last one. */
async function work(agent: Client): Promise<void> {
  const call = (name: string, args: Record<string, unknown>) => agent.callTool({ name, arguments: args });
  await call('open_app', { app: 'Settings' });
  await call('click_element', { element_id: 'text:Network & internet' });
  await call('click_element', { element_id: 'text:Airplane mode' });
  await call('click_element', { element_id: 'text:No such switch' });
  await call('open_app', { app: 'Messages' });
  await call('click_element', { element_id: 'text:Mina' });
  await call('find_elements', { by: 'text', value: 'message' });
  await call('set_text', { element_id: 'res:compose_message_text', text: 'I will be there at noon.' });
  await call('click_element', { element_id: 'res:send_message_button' });
}

async function takePictures(browser: Browser, server: Server, folder: string): Promise<void> {
  const agent = await connect(server.url);
  const light = await openPage(browser, server, { viewport: wide, colorScheme: 'light' });
  const [working, question] = [work(agent), light.getByRole('alertdialog')];
  await Promise.race([question.waitFor(), working]);
  await isReadable(question);
  await picture(light, folder, 'question');
  const small = await openPage(browser, server, { viewport: narrow, colorScheme: 'dark' });
  await isReadable(small.getByRole('alertdialog'));
  await picture(small, folder, 'question-narrow-dark');
  await light.keyboard.press('1');
  await working;
  await question.waitFor({ state: 'detached' });

  const dark = await openPage(browser, server, { viewport: wide, colorScheme: 'dark' });
  await dark.getByRole('option', { name: /#4 / }).click();
  await dark.getByRole('region', { name: 'Call 4', exact: true }).waitFor();
  await picture(dark, folder, 'timeline-dark');

  await show(light, 'Phone');
  await light.getByRole('button', { name: 'A window over the app: Pay', exact: true }).click();
  await light.getByText('Pay 49 €').first().waitFor();
  await picture(light, folder, 'phone');
  await light.getByRole('button', { name: 'End all that hostile apps do' }).click();
  await light.getByText('Pay 49 €').first().waitFor({ state: 'detached' });

  const bright = await openPage(browser, server, { viewport: narrow, colorScheme: 'light' });
  await picture(bright, folder, 'screen-narrow');
  await agent.close();
}

const [FOLDER = join(ROOT, 'docs/pictures')] = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });
const HOME = await mkdtemp(join(tmpdir(), 'handeye-pictures-'));
const server = await serve(HOME);
// As root, Chromium refuses its sandbox; it opens our own page only.
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  env: { ...process.env, HOME },
});
try {
  await takePictures(browser, server, FOLDER);
} finally {
  await browser.close();
  await server.stop();
  await rm(HOME, { recursive: true, force: true });
}
