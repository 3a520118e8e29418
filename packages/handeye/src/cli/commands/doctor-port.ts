import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { json } from 'node:stream/consumers';
import type { Config } from '../../config/settings.ts';
import { HEALTH_PATH } from '@handeye/core/server/gate/gate';
import { localUrl } from '../endpoint.ts';

/** Milliseconds a program on this machine may take to answer. */
const ANSWER_MS = 2_000;

/**
 * Whether a Handeye server answers at the configured address. The request carries no token, because another program must not
 * get it. Handeye is recognised by its health and by the way it refuses a request without a token, or a malformed one if no
 * token is needed.
 */
export async function isHandeyeAt(config: Config): Promise<boolean> {
  const url = new URL(localUrl(config));
  try {
    const { status } = await answerOf(new URL(HEALTH_PATH, url));
    const { error } = await answerOf(url);
    return status === 'healthy' && (error === 'unauthorized' || error === 'method_not_allowed');
  } catch {
    // It speaks another protocol, or does not answer.
    return false;
  }
}

async function answerOf(url: URL): Promise<Readonly<Record<string, unknown>>> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    // The request contains no secret, so a certificate that is not trusted yet is accepted.
    const request =
      url.protocol === 'https:'
        ? getHttps(url, { signal, agent: false, rejectUnauthorized: false }, resolve)
        : getHttp(url, { signal, agent: false }, resolve);
    request.once('error', reject);
  });
  const answer: unknown = await json(incoming);
  return typeof answer === 'object' && answer !== null ? { ...answer } : {};
}
