import { isObject } from '@handeye/core/server/json';
import { Connection } from './connection.ts';
import { readRecords, type ServerRecord } from './record.ts';

export interface StudioWish {
  readonly folder: string;
  /** The port of the server; the newest server by default. */
  readonly port?: number | undefined;
  readonly signal: AbortSignal;
}

/** A link to Studio on this user's running server; without one, `why` gives the reason as a sentence. */
export async function studioLink({
  folder,
  port,
  signal,
}: StudioWish): Promise<{ link: string } | { why: string }> {
  const records = (await readRecords(folder)).filter(({ url }) => port === undefined || portOf(url) === port);
  let why =
    port === undefined
      ? 'No server of yours is running. Start one with "handeye serve"; it prints a link, too.'
      : `No server of yours is running at port ${port}.`;
  for (const record of records) {
    const connection = await Connection.open(record, { signal });
    if (connection === undefined) continue;
    try {
      const link = await newLink(connection, record, signal);
      if (link !== undefined) return { link };
      why = `The server at ${record.url} serves no Studio: it was started with --no-studio.`;
    } finally {
      connection.close();
    }
  }
  return { why };
}

async function newLink(
  connection: Connection,
  { url }: ServerRecord,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { status, json } = await connection.post('/studio/link', {}, { headers: {}, signal });
  if (status !== 200 || !isObject(json) || typeof json.link !== 'string') return undefined;
  return new URL(json.link, url).href;
}

function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
