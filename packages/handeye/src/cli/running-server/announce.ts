import type { Config } from '../../config/settings.ts';
import { isLoopback } from '@handeye/core/server/address';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import { localUrl } from '../endpoint.ts';
import type { Log } from '../log.ts';
import { startedWith } from './find.ts';
import { writeRecord } from './record.ts';

interface Announced {
  readonly config: Config;
  readonly folder: string;
  readonly log: Log;
  readonly toolbox: Toolbox;
  /** The token of this run. */
  readonly token: string;
  readonly certificate: string | undefined;
  readonly onlyMount?: boolean;
}

/**
 * Writes the record of this server for the user's commands; the result removes it. If it cannot be written, the server runs
 * without one.
 */
export async function announce(announced: Announced): Promise<() => Promise<void>> {
  const { config, folder, log, toolbox, token, certificate, onlyMount = false } = announced;
  log.conceal(token);
  const { origin, hostname } = new URL(localUrl(config));
  // Commands may only send requests to this machine.
  if (!isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))) return () => Promise.resolve();
  try {
    return await writeRecord(folder, {
      url: origin,
      token,
      ...(certificate !== undefined && { certificate }),
      ...(onlyMount && { onlyStudio: true }),
      toolsets: [...(toolbox.toolsets ?? [])],
      settings: startedWith(config),
    });
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    log.warn('handeye call will not find this server: its address could not be saved', { why });
    return () => Promise.resolve();
  }
}
