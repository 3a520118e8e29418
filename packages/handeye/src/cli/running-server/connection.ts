import { randomBytes, X509Certificate } from 'node:crypto';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { hasCode } from '@handeye/core/device/error-code';
import { HEALTH_PATH } from '@handeye/core/server/gate/gate';
import { parseJson } from '@handeye/core/server/json';
import { CHALLENGE_HEADER, isProof, PROOF_HEADER } from '@handeye/core/server/proof';
import type { ServerRecord } from './record.ts';

/** Milliseconds for a server on this machine to identify itself. */
const PROOF_LIMIT = 5_000;

/** The server is there, but cannot be used. The message gives the reason and the remedy. */
export class ServerProblem extends Error {
  override readonly name = 'ServerProblem';

  constructor({ url, pid }: ServerRecord, problem: string, options?: ErrorOptions) {
    super(
      `The running server at ${url} (process ${pid}) ${problem} Add --fresh to open the device without it.`,
      options,
    );
  }
}

interface Answer {
  readonly status: number;
  readonly proof: unknown;
  /** Undefined if the body is not JSON. */
  readonly json: unknown;
}

interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** A connection to a server of this user. Only a challenge is sent until the server has proved its identity. */
export class Connection {
  readonly #record: ServerRecord;
  readonly #agent: HttpAgent | HttpsAgent;

  private constructor(record: ServerRecord) {
    this.#record = record;
    const options = { keepAlive: true, maxSockets: 1 };
    this.#agent = record.url.startsWith('https:')
      ? new HttpsAgent({ ...options, ...trusting(record.certificate ?? '') })
      : new HttpAgent(options);
  }

  /** Undefined if the port is closed now. */
  static async open(
    record: ServerRecord,
    { signal, limit = PROOF_LIMIT }: { readonly signal: AbortSignal; readonly limit?: number | undefined },
  ): Promise<Connection | undefined> {
    const connection = new Connection(record);
    const late = AbortSignal.timeout(limit);
    try {
      await connection.#prove(AbortSignal.any([signal, late]));
      return connection;
    } catch (error) {
      connection.close();
      if (hasCode(error, 'ECONNREFUSED')) return undefined;
      if (error instanceof ServerProblem || signal.aborted) throw error;
      const why = error instanceof Error ? error.message : String(error);
      const problem = late.aborted ? `did not answer within ${limit} ms.` : `could not be asked (${why}).`;
      throw new ServerProblem(record, problem, { cause: error });
    }
  }

  /** Sends a JSON message with the token. */
  async post(
    path: string,
    message: unknown,
    { headers, signal }: Pick<Ask, 'headers' | 'signal'>,
  ): Promise<Answer> {
    return this.#ask({
      method: 'POST',
      path,
      headers: {
        ...headers,
        Authorization: `Bearer ${this.#record.token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(message),
      signal,
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  async #prove(signal: AbortSignal): Promise<void> {
    const challenge = randomBytes(32).toString('base64url');
    const headers = { [CHALLENGE_HEADER]: challenge };
    const { proof } = await this.#ask({ method: 'GET', path: HEALTH_PATH, headers, signal });
    if (isProof(proof, this.#record.token, challenge)) return;
    throw new ServerProblem(
      this.#record,
      'is not the one that this user started: another program answers there.',
    );
  }

  async #ask({ body, path, ...options }: Ask): Promise<Answer> {
    const url = new URL(path, this.#record.url);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      send(url, { ...options, agent: this.#agent }, resolve)
        .once('error', reject)
        .end(body);
    });
    const json = parseJson(await text(incoming))?.value;
    return { status: incoming.statusCode ?? 0, proof: incoming.headers[PROOF_HEADER], json };
  }
}

/** Trusts exactly this certificate, whatever its issuer and names: the server itself wrote it into the record. */
function trusting(certificate: string) {
  return {
    ca: certificate,
    allowPartialTrustChain: true,
    checkServerIdentity: (_: string, { fingerprint256 }: { fingerprint256: string }) =>
      fingerprint256 === new X509Certificate(certificate).fingerprint256
        ? undefined
        : new Error('It shows another certificate.'),
  };
}
