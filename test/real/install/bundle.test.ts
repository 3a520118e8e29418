import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MCPB = join(ROOT, 'test/real/node_modules/@anthropic-ai/mcpb/dist');

interface Manifest {
  readonly tools: readonly { readonly name: string }[];
  readonly compatibility: { readonly platforms: readonly string[] };
}

interface ServerCommand {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** The part of the real mcpb that is used: how a host fills in a manifest. */
interface Mcpb {
  readonly getMcpConfigForManifest: (options: {
    readonly manifest: Manifest;
    readonly extensionPath: string;
    readonly systemDirs: Readonly<Record<string, string>>;
    readonly userConfig: Readonly<Record<string, string | boolean>>;
    readonly pathSeparator: string;
  }) => Promise<ServerCommand | undefined>;
}

describe('the MCP bundle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'handeye-mcpb-'));
  const bundle = join(folder, 'handeye.mcpb');
  const unpacked = join(folder, 'unpacked');
  const mcpb = (...args: string[]) => run(process.execPath, [join(MCPB, 'cli/cli.js'), ...args]);
  const manifest = () => JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as Manifest;

  before(async () => {
    const target = `${process.platform}-${process.arch}`;
    await run(process.execPath, [join(ROOT, 'scripts/bundle.mjs'), target, '--output', bundle]);
    await mcpb('unpack', bundle, unpacked);
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** An MCP client of the unpacked bundle, started as a host starts it. */
  async function connected(userConfig: Readonly<Record<string, string | boolean>>): Promise<Client> {
    const { getMcpConfigForManifest } = (await import(pathToFileURL(join(MCPB, 'index.js')).href)) as Mcpb;
    const config = await getMcpConfigForManifest({
      manifest: manifest(),
      extensionPath: unpacked,
      systemDirs: { HOME: folder },
      userConfig,
      pathSeparator: sep,
    });
    assert.ok(config);
    assert.equal(config.command, 'node');
    // A home of its own and no adb, neither a server nor a program: no phone is attached, and no server stays behind.
    const none = { PATH: '', ANDROID_ADB_SERVER_PORT: '1' };
    const env = { ...config.env, ...none, HOME: folder, XDG_CONFIG_HOME: folder };
    const client = new Client({ name: 'host', version: '1' });
    const command = process.execPath;
    await client.connect(
      new StdioClientTransport({ ...config, command, env, cwd: folder, stderr: 'ignore' }),
    );
    return client;
  }

  const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

  test('has a manifest that the real mcpb accepts', async () => {
    assert.match((await mcpb('validate', join(unpacked, 'manifest.json'))).stdout, /passes/);
    assert.deepEqual(manifest().compatibility.platforms, [process.platform]);
  });

  test('has the packages that run on its platform, and no others', () => {
    const modules = readdirSync(join(unpacked, 'node_modules'), { recursive: true }).map(String);
    const has = (name: string) => modules.includes(join(...name.split('/')));
    for (const name of ['sharp', '@handeye/virtual-phone', `@img/sharp-${process.platform}-${process.arch}`])
      assert.ok(has(name), name);
    for (const name of ['zod', '@nats-io', '@handeye/core', '@handeye/farm']) assert.ok(!has(name), name);
    assert.equal(has('koffi'), process.platform === 'darwin');
  });

  test('serves the tools that its manifest names', async () => {
    const client = await connected({});
    try {
      assert.deepEqual(
        await namesOf(client),
        manifest().tools.map(({ name }) => name),
      );
    } finally {
      await client.close();
    }
  });

  test('shows the virtual phone, with a picture, to a user who left the device empty', async () => {
    const client = await connected({ device: '' });
    try {
      const { content } = (await client.callTool({
        name: 'get_screen_state',
        arguments: { include_screenshot: true },
      })) as { content: readonly { type: string; text?: string }[] };
      assert.deepEqual(
        content.map(({ type }) => type),
        // The factor between picture and screen comes last.
        ['text', 'image', 'text'],
      );
      assert.match(content[0]?.text ?? '', /^1080x2400 s\w+ com\.android\.launcher3\//);
    } finally {
      await client.close();
    }
  });

  test('does as its settings say', async () => {
    const client = await connected({ device: 'virtual', read_only: true });
    try {
      const names = await namesOf(client);
      assert.ok(names.includes('get_screen_state'));
      assert.ok(!names.includes('tap'));
    } finally {
      await client.close();
    }
  });
});
