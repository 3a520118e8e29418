/** Where a client finds Handeye over HTTP. */
export interface Endpoint {
  readonly url: string;
  /** Undefined: the server asks for none. */
  readonly token: string | undefined;
}

/** How a client starts Handeye itself and speaks to it over standard input and output. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** An MCP client: where its configuration lives, and what has to stand there. */
export interface Client {
  readonly title: string;
  readonly file: string;
  http(endpoint: Endpoint): Json;
  stdio(launch: Launch): Json;
  /** Commands that do the same without editing a file. */
  readonly shell?: {
    http(endpoint: Endpoint): string;
    stdio(launch: Launch): string;
  };
}

export const clients = {
  'claude-desktop': {
    title: 'Claude Desktop',
    file: 'claude_desktop_config.json (Settings > Developer > Edit Config)',
    http: (endpoint) => ({ mcpServers: { handeye: throughMcpRemote(endpoint) } }),
    stdio: (launch) => ({ mcpServers: { handeye: launch } }),
  },
  'claude-code': {
    title: 'Claude Code',
    file: '.mcp.json in your project',
    http: (endpoint) => ({ mcpServers: { handeye: { type: 'http', ...remote(endpoint) } } }),
    stdio: (launch) => ({ mcpServers: { handeye: { type: 'stdio', ...launch } } }),
    shell: {
      http({ url, token }) {
        const header = token === undefined ? '' : ` --header "Authorization: Bearer ${token}"`;
        return `claude mcp add --transport http handeye ${url}${header}`;
      },
      stdio: ({ command, args }) => `claude mcp add handeye -- ${[command, ...args].map(quoted).join(' ')}`,
    },
  },
  cursor: {
    title: 'Cursor',
    file: '.cursor/mcp.json in your project, or ~/.cursor/mcp.json',
    http: (endpoint) => ({ mcpServers: { handeye: remote(endpoint) } }),
    stdio: (launch) => ({ mcpServers: { handeye: launch } }),
  },
  vscode: {
    title: 'VS Code',
    file: '.vscode/mcp.json in your project',
    http: (endpoint) => ({ servers: { handeye: { type: 'http', ...remote(endpoint) } } }),
    stdio: (launch) => ({ servers: { handeye: { type: 'stdio', ...launch } } }),
  },
} as const satisfies Record<string, Client>;

export type ClientName = keyof typeof clients;

function remote({ url, token }: Endpoint): Json {
  return token === undefined ? { url } : { url, headers: { Authorization: `Bearer ${token}` } };
}

/**
 * Claude Desktop's file takes only commands, so the npm package mcp-remote carries the messages. The header's
 * value travels in a variable because Claude Desktop on Windows breaks arguments at spaces (mcp-remote's README).
 */
function throughMcpRemote({ url, token }: Endpoint): Json {
  const plainHttp = url.startsWith('http:') ? ['--allow-http'] : [];
  if (token === undefined) return { command: 'npx', args: ['-y', 'mcp-remote', url, ...plainHttp] };
  return {
    command: 'npx',
    args: ['-y', 'mcp-remote', url, ...plainHttp, '--header', 'Authorization:${HANDEYE_AUTHORIZATION}'],
    env: { HANDEYE_AUTHORIZATION: `Bearer ${token}` },
  };
}

function quoted(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
