import { toolSettings } from '../config/settings.ts';
import { type Command, exit } from './command.ts';

export const stdio: Command = {
  name: 'stdio',
  about: 'Serve one MCP client over standard input and output.',
  more: 'For clients that start their servers themselves; handeye client-config prints what they need.',
  settings: toolSettings,
  async run({ rooms, config, log, folder, world }) {
    const { toolbox, close } = await rooms.openTools(config, { log, folder });
    try {
      await rooms.serveStdio(toolbox, {
        version: world.version,
        input: world.stdin,
        output: world.stdout,
        signal: world.stopped,
        log,
      });
      return exit.fine;
    } finally {
      await close();
    }
  },
};
