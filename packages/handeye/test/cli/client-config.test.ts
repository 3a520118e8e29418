import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { clients } from '../../src/cli/clients.ts';
import { emptyHome } from '../config/given.ts';
import { KEPT_TOKEN } from './fake-services.ts';
import { run, type Shell } from './run.ts';

const URL = 'http://127.0.0.1:8080/mcp?screen=lean';
const lean = ['--screen-format', 'lean'];

async function json(t: TestContext, argv: readonly string[], shell?: Shell): Promise<unknown> {
  const { code, out } = await run(t, ['client-config', '--json', ...argv], shell);
  assert.equal(code, 0);
  return JSON.parse(out);
}

const urlOf = (made: unknown) => (made as { mcpServers: { handeye: { url: string } } }).mcpServers.handeye;

const stdioOf = (made: unknown) =>
  (made as { mcpServers: { handeye: { args: readonly string[] } } }).mcpServers.handeye;

describe('over HTTP', () => {
  test('Claude Code gets type, url and headers', async (t) => {
    assert.deepEqual(await json(t, ['claude-code']), {
      mcpServers: {
        handeye: { type: 'http', url: URL, headers: { Authorization: 'Bearer ${HANDEYE_TOKEN}' } },
      },
    });
  });

  test('Cursor gets url and headers', async (t) => {
    assert.deepEqual(await json(t, ['cursor']), {
      mcpServers: { handeye: { url: URL, headers: { Authorization: 'Bearer ${env:HANDEYE_TOKEN}' } } },
    });
  });

  test('VS Code gets servers, type, url and headers, and asks for the token', async (t) => {
    const headers = { Authorization: 'Bearer ${input:handeye-token}' };
    assert.deepEqual(await json(t, ['vscode']), {
      inputs: [
        { type: 'promptString', id: 'handeye-token', description: 'Token of Handeye', password: true },
      ],
      servers: { handeye: { type: 'http', url: URL, headers } },
    });
  });

  for (const client of ['claude-code', 'cursor', 'vscode']) {
    test(`what ${client} keeps in a project never holds the token, and a warning says how to give it`, async (t) => {
      const { out, err } = await run(t, ['client-config', '--json', client]);
      assert.doesNotMatch(out + err, new RegExp(KEPT_TOKEN));
      assert.match(err, /The token is not in it, as such a file is commonly committed: .*token/);
      const guide = (await run(t, ['client-config', client])).out;
      const pasted = guide.slice(guide.indexOf('{'), guide.indexOf('The token is not in it'));
      assert.doesNotMatch(pasted, new RegExp(KEPT_TOKEN));
      const open = await run(t, ['client-config', '--json', client, '--no-auth']);
      assert.doesNotMatch(open.out + open.err, /token/i);
    });
  }

  test('Claude Desktop gets mcp-remote, with the token in a variable and no space in an argument', async (t) => {
    const args = [
      '-y',
      'mcp-remote',
      URL,
      '--allow-http',
      '--header',
      'Authorization:${HANDEYE_AUTHORIZATION}',
    ];
    const env = { HANDEYE_AUTHORIZATION: `Bearer ${KEPT_TOKEN}` };
    assert.deepEqual(await json(t, ['claude-desktop']), {
      mcpServers: { handeye: { command: 'npx', args, env } },
    });
  });

  test('the address and the token are those of the settings', async (t) => {
    const env = { HANDEYE_TOKEN: 'another-token', HANDEYE_PORT: '9' };
    const { url } = urlOf(await json(t, ['cursor', '--host', '::1', '--https'], { env }));
    assert.equal(url, 'https://[::1]:9/mcp?screen=lean');
    const { out } = await run(t, ['client-config', '--json', 'claude-desktop'], { env });
    assert.match(out, /"HANDEYE_AUTHORIZATION": "Bearer another-token"/);
  });

  test('--no-auth leaves the header out', async (t) => {
    assert.deepEqual(await json(t, ['cursor', '--no-auth']), { mcpServers: { handeye: { url: URL } } });
  });

  for (const [how, shell] of [
    ['a flag', {}],
    ['a variable', { env: { HANDEYE_SCREEN_FORMAT: 'compact' } }],
  ] as const) {
    test(`a user who chose compact by ${how} gets it`, async (t) => {
      const flags = how === 'a flag' ? ['--screen-format', 'compact'] : [];
      const plain = { mcpServers: { handeye: { url: 'http://127.0.0.1:8080/mcp' } } };
      assert.deepEqual(await json(t, ['cursor', '--no-auth', ...flags], shell), plain);
      const { args } = stdioOf(await json(t, ['cursor', '--over', 'stdio', ...flags], shell));
      assert.deepEqual(args, ['/opt/handeye/dist/cli.js', 'stdio']);
    });
  }
});

describe('over stdio', () => {
  const launch = { command: '/usr/bin/node', args: ['/opt/handeye/dist/cli.js', 'stdio', ...lean] };
  const expected = {
    'claude-desktop': { mcpServers: { handeye: launch } },
    'claude-code': { mcpServers: { handeye: { type: 'stdio', ...launch } } },
    cursor: { mcpServers: { handeye: launch } },
    vscode: { servers: { handeye: { type: 'stdio', ...launch } } },
  };
  for (const [client, config] of Object.entries(expected)) {
    test(`${client} starts this very program`, async (t) => {
      assert.deepEqual(await json(t, [client, '--over', 'stdio']), config);
    });
  }

  test('the rules given now hold when the client starts it, too; the token stays out', async (t) => {
    const flags = ['--device', 'virtual,R58M', '--read-only', '--tool-prefix', 'my_', '--port', '9'];
    const env = { HANDEYE_TOKEN: 'another-token' };
    assert.deepEqual(await json(t, ['cursor', '--over', 'stdio', ...flags], { env }), {
      mcpServers: {
        handeye: {
          command: '/usr/bin/node',
          args: [
            '/opt/handeye/dist/cli.js',
            'stdio',
            '--device',
            'virtual,R58M',
            '--tool-prefix',
            'my_',
            '--read-only',
            ...lean,
          ],
        },
      },
    });
  });

  test('a settings file is named so that it is found from any folder', async (t) => {
    const file = join(emptyHome(t), 'mine.json');
    writeFileSync(file, '{}');
    const shell = { cwd: process.cwd() };
    const given = ['--config', relative(shell.cwd, file)];
    assert.deepEqual(await json(t, ['cursor', '--over', 'stdio', ...given], shell), {
      mcpServers: { handeye: { ...launch, args: [...launch.args, '--config', file] } },
    });
  });

  test('a farm is given along, and its files are found from any folder', async (t) => {
    const shell = { cwd: '/srv/farm/here' };
    const given = ['--farm', 'nats://n1:4222', '--farm-credentials', 'server.nk', '--farm-ca', '../ca.pem'];
    const files = ['--farm-credentials', '/srv/farm/here/server.nk', '--farm-ca', '/srv/farm/ca.pem'];
    const args = ['--farm', 'nats://n1:4222', ...files];
    const made = stdioOf(await json(t, ['cursor', '--over', 'stdio', ...given], shell));
    assert.deepEqual(made.args, [...launch.args.slice(0, 2), ...args, ...launch.args.slice(2)]);
  });

  test('a server that npx started is configured with npx again', async (t) => {
    const script = '/home/ada/.npm/_npx/1a2b/node_modules/handeye/dist/cli.js';
    assert.deepEqual(await json(t, ['cursor', '--over', 'stdio'], { script }), {
      mcpServers: { handeye: { command: 'npx', args: ['-y', 'handeye', 'stdio', ...lean] } },
    });
  });
});

test('for a person it names the file, and for Claude Code the command', async (t) => {
  const { out } = await run(t, ['client-config', 'claude-code', '--block-app', 'My Bank']);
  assert.ok(
    out.includes(
      `claude mcp add --transport http handeye '${URL}' --header "Authorization: Bearer ${KEPT_TOKEN}"`,
    ),
  );
  assert.ok(
    out.includes(
      "claude mcp add handeye -- /usr/bin/node /opt/handeye/dist/cli.js stdio --block-app 'My Bank' --screen-format lean",
    ),
  );
  assert.ok(out.includes('.mcp.json in your project'));
});

test('without a client all of them are shown', async (t) => {
  const { out } = await run(t, ['client-config']);
  for (const { title, file } of Object.values(clients)) {
    assert.match(out, new RegExp(`^${title}$`, 'm'));
    assert.ok(out.includes(file));
  }
});

describe('on Windows', () => {
  const windows: Shell = {
    platform: 'win32',
    node: String.raw`C:\Program Files\nodejs\node.exe`,
    script: String.raw`C:\Users\Ada\AppData\Roaming\npm\node_modules\handeye\dist\cli.js`,
    cwd: String.raw`C:\Users\Ada`,
  };
  const fromNpx = { ...windows, script: String.raw`C:\Users\Ada\npm-cache\_npx\1a2b\handeye\dist\cli.js` };

  test('npx is started by cmd: clients cannot start batch files themselves', async (t) => {
    const args = ['/c', 'npx', '-y', 'handeye', 'stdio', ...lean];
    assert.deepEqual(await json(t, ['cursor', '--over', 'stdio'], fromNpx), {
      mcpServers: { handeye: { command: 'cmd', args } },
    });
    const remote = await json(t, ['claude-desktop', '--no-auth'], windows);
    assert.deepEqual(remote, {
      mcpServers: {
        handeye: { command: 'cmd', args: ['/c', 'npx', '-y', 'mcp-remote', URL, '--allow-http'] },
      },
    });
  });

  test('a path with spaces is put in double quotes, which both cmd and PowerShell understand', async (t) => {
    const { out } = await run(t, ['client-config', 'claude-code', '--device', 'virtual,R58M'], windows);
    const expected = String.raw`claude mcp add handeye -- "C:\Program Files\nodejs\node.exe" ${windows.script!} stdio --device "virtual,R58M" --screen-format lean`;
    assert.ok(out.includes(expected), out);
    assert.ok(out.includes(`claude mcp add --transport http handeye "${URL}" --header`), out);
  });

  test('the settings file is named by its full Windows path', async (t) => {
    const file = join(emptyHome(t), 'mine.json');
    writeFileSync(file, '{}');
    const shell = { ...windows, cwd: String.raw`C:\work` };
    const made = await json(t, ['cursor', '--over', 'stdio', '--config', file], shell);
    assert.match(JSON.stringify(made), /"--config","C:\\\\/);
  });
});
