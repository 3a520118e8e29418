import { whole } from '../../config/values.ts';
import { toolSettings } from '../../config/settings.ts';
import { type CliCommand, type CommandContext, exit, UsageError } from '../command.ts';
import { localUrl } from '../endpoint.ts';
import { holdWakeLock } from '../on-phone.ts';
import type { Listening, OpenTools } from '../services.ts';

export const stdio: CliCommand = {
  name: 'stdio',
  about: 'Serve one MCP client over standard input and output.',
  more: 'For clients that start their servers themselves. "handeye client-config" prints their configuration.',
  settings: toolSettings,
  own: {
    studio: {
      schema: whole(1, 65_535),
      takes: 'PORT',
      about:
        'Serve Studio, the page to watch, approve and take over, at this port of 127.0.0.1. Its link goes to standard ' +
        'error, and "handeye studio" opens it.',
    },
  },
  async run(context) {
    const { services, config, log, folder, own, environment } = context;
    const { version, stdin, stdout, stopped } = environment;
    const port = typeof own.studio === 'number' ? own.studio : undefined;
    const hasStudio = port !== undefined;
    const tools = await services.openTools(config, {
      log,
      folder,
      version,
      studio: hasStudio,
      mayDefer: !hasStudio,
    });
    const { toolbox, notices = [], close } = tools;
    for (const notice of notices) log.warn(notice);
    let studio: Listening | undefined;
    const releaseWakeLock = await holdWakeLock(environment, log);
    try {
      if (port !== undefined) studio = await serveStudio(tools, port, context);
      await services.serveStdio(toolbox, { version, input: stdin, output: stdout, signal: stopped, log });
      return exit.fine;
    } finally {
      releaseWakeLock();
      await studio?.stop();
      await close();
    }
  },
};

/** Serves Studio beside the client. Standard output belongs to the client, so the link goes to standard error. */
async function serveStudio(
  { toolbox, studio: mount }: OpenTools,
  port: number,
  { services, config, log, folder, environment }: CommandContext,
): Promise<Listening> {
  const { randomBytes } = await import('node:crypto');
  const { version, stderr } = environment;
  const here = { ...config, host: '127.0.0.1', port, https: false };
  // A token that is never handed out: MCP is not served at this port.
  const token = randomBytes(32).toString('base64url');
  const options = { version, config: here, token, folder, log, mount, onlyMount: true };
  const listening = await services.startHttp(toolbox, options).catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code !== 'EADDRINUSE') throw cause;
    throw new UsageError(`--studio: port ${port} is used by another program; choose another one`);
  });
  stderr.write(`handeye: Studio is at ${new URL(mount?.newLink() ?? '', localUrl(here)).href}\n`);
  return listening;
}
