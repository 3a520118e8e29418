import { toolSettings } from '../../config/settings.ts';
import { type CliCommand, exit } from '../command.ts';

export const stdio: CliCommand = {
  name: 'stdio',
  about: 'Serve one MCP client over standard input and output.',
  more: 'For clients that start their servers themselves. "handeye client-config" prints their configuration.',
  settings: toolSettings,
  async run({ services, config, log, folder, environment }) {
    const {
      toolbox,
      notices = [],
      close,
    } = await services.openTools(config, {
      log,
      folder,
      version: environment.version,
    });
    for (const notice of notices) log.warn(notice);
    try {
      await services.serveStdio(toolbox, {
        version: environment.version,
        input: environment.stdin,
        output: environment.stdout,
        signal: environment.stopped,
        log,
      });
      return exit.fine;
    } finally {
      await close();
    }
  },
};
