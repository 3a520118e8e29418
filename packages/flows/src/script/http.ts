import { spawnSync } from 'node:child_process';
import { ScriptError } from './sandbox.ts';

const TIMEOUT = 10_000;
const LONGEST_ANSWER = 4 * 1024 * 1024;

/** Scripts of Maestro wait for an answer without await, so another process asks. */
const ASK = `
let text = '';
for await (const part of process.stdin) text += part;
const { url, ...options } = JSON.parse(text);
const response = await fetch(url, { ...options, redirect: 'manual' });
process.stdout.write(JSON.stringify({
  ok: response.ok, status: response.status, body: await response.text(), headers: Object.fromEntries(response.headers),
}));`;

/** Sends the request of a script if its host is allowed. A redirect is an answer, and is not followed. */
export function httpRequest(json: string, allowed: readonly string[]): string {
  const { url, method, headers = {}, body, multipartForm } = requestIn(json);
  const { protocol, host, hostname } = addressOf(url);
  if (!/^https?:$/.test(protocol) || !(allowed.includes(host) || allowed.includes(hostname)))
    throw new ScriptError(
      `http to ${host || url} is not allowed; allow it with --allow-http ${hostname || 'HOST'}`,
    );
  if (multipartForm !== undefined) throw new ScriptError('http: multipartForm is not supported; send a body');
  const { status, stdout, stderr, error } = spawnSync(process.execPath, ['--input-type=module', '-e', ASK], {
    input: JSON.stringify({ url, method, headers, body }),
    timeout: TIMEOUT,
    maxBuffer: LONGEST_ANSWER,
    encoding: 'utf8',
  });
  if (status === 0) return stdout;
  const reason = /^\s*\[?cause\]?: (.*)$/m.exec(stderr)?.[1] ?? error?.message ?? 'no answer';
  throw new ScriptError(`http ${method} ${url}: ${reason}`);
}

interface ScriptRequest {
  readonly url: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: string;
  readonly multipartForm?: unknown;
}

function requestIn(json: string): ScriptRequest {
  // The prelude of the sandbox makes it; a script that forges one harms its own request alone.
  return JSON.parse(json) as ScriptRequest;
}

function addressOf(url: string): Pick<URL, 'protocol' | 'host' | 'hostname'> {
  try {
    return new URL(url);
  } catch (cause) {
    throw new ScriptError(`http: ${url} is not an address`, { cause });
  }
}
