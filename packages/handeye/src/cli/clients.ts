/** The HTTP address of Handeye for a client. */
export interface Endpoint {
  readonly url: string;
  /** Undefined if the server requires none. */
  readonly token: string | undefined;
}

/** The command with which a client starts Handeye itself, to talk to it over standard input and output. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** An MCP client: the place of its configuration file and its content. It runs on the same platform as Handeye. */
export interface Client {
  readonly title: string;
  readonly file: string;
  http(endpoint: Endpoint, platform: NodeJS.Platform): Json;
  stdio(launch: Launch): Json;
  /** The client's way to say in this file that the token is elsewhere: the file is in a project, and commonly committed. */
  readonly tokenElsewhere?: string;
  /** Commands that do the same without editing a file. */
  readonly shell?: {
    http(endpoint: Endpoint, platform: NodeJS.Platform): string;
    stdio(launch: Launch, platform: NodeJS.Platform): string;
  };
}

/** VS Code asks for it once, and keeps it where it keeps passwords. */
const TOKEN_INPUT = {
  type: 'promptString',
  id: 'handeye-token',
  description: 'Token of Handeye',
  password: true,
} as const;
const ASKED_BY_VSCODE = '${input:handeye-token}';

export const clients = {
  'claude-desktop': {
    title: 'Claude Desktop',
    file: 'claude_desktop_config.json (Settings > Developer > Edit Config)',
    http: (endpoint, platform) => ({ mcpServers: { handeye: throughMcpRemote(endpoint, platform) } }),
    stdio: (launch) => ({ mcpServers: { handeye: launch } }),
  },
  'claude-code': {
    title: 'Claude Code',
    file: '.mcp.json in your project',
    tokenElsewhere: '${HANDEYE_TOKEN}',
    http: (endpoint) => ({ mcpServers: { handeye: { type: 'http', ...remote(endpoint) } } }),
    stdio: (launch) => ({ mcpServers: { handeye: { type: 'stdio', ...launch } } }),
    shell: {
      http({ url, token }, platform) {
        const header = token === undefined ? '' : ` --header "Authorization: Bearer ${token}"`;
        return `claude mcp add --transport http handeye ${quoted(url, platform)}${header}`;
      },
      stdio: ({ command, args }, platform) =>
        `claude mcp add handeye -- ${[command, ...args].map((word) => quoted(word, platform)).join(' ')}`,
    },
  },
  cursor: {
    title: 'Cursor',
    file: '.cursor/mcp.json in your project, or ~/.cursor/mcp.json',
    tokenElsewhere: '${env:HANDEYE_TOKEN}',
    http: (endpoint) => ({ mcpServers: { handeye: remote(endpoint) } }),
    stdio: (launch) => ({ mcpServers: { handeye: launch } }),
  },
  vscode: {
    title: 'VS Code',
    file: '.vscode/mcp.json in your project',
    tokenElsewhere: ASKED_BY_VSCODE,
    http: (endpoint) => ({
      ...(endpoint.token === ASKED_BY_VSCODE && { inputs: [TOKEN_INPUT] }),
      servers: { handeye: { type: 'http', ...remote(endpoint) } },
    }),
    stdio: (launch) => ({ servers: { handeye: { type: 'stdio', ...launch } } }),
  },
} as const satisfies Record<string, Client>;

export type ClientName = keyof typeof clients;

function remote({ url, token }: Endpoint): Json {
  return token === undefined ? { url } : { url, headers: { Authorization: `Bearer ${token}` } };
}

/**
 * Claude Desktop's file accepts only commands, so the npm package mcp-remote forwards the messages. The header's value
 * is passed in a variable because Claude Desktop on Windows splits arguments at spaces (mcp-remote's README).
 */
function throughMcpRemote({ url, token }: Endpoint, platform: NodeJS.Platform): Json {
  const plainHttp = url.startsWith('http:') ? ['--allow-http'] : [];
  const args = ['mcp-remote', url, ...plainHttp];
  if (token === undefined) return { ...npxLaunch(args, platform) };
  return {
    ...npxLaunch([...args, '--header', 'Authorization:${HANDEYE_AUTHORIZATION}'], platform),
    env: { HANDEYE_AUTHORIZATION: `Bearer ${token}` },
  };
}

/**
 * Starts a package with npx. On Windows npx is a batch file (npx.cmd), and clients start programs without a shell,
 * which cannot run batch files.
 */
export function npxLaunch(args: readonly string[], platform: NodeJS.Platform): Launch {
  return platform === 'win32'
    ? { command: 'cmd', args: ['/c', 'npx', '-y', ...args] }
    : { command: 'npx', args: ['-y', ...args] };
}

/** Quotes a word for a POSIX shell; on Windows for both cmd and PowerShell, where only double quotes work in both. */
export function quoted(word: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    return /^[\w+=:./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', String.raw`\"`)}"`;
  }
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
