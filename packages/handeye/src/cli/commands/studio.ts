import { isGivenNow } from '../../config/load.ts';
import { onOrOff } from '../../config/values.ts';
import { type CliCommand, exit } from '../command.ts';

export const studio: CliCommand = {
  name: 'studio',
  about: 'Open Studio, the page to watch, approve and take over, of a server that runs.',
  more: `Prints a link and opens it. The link lets one browser in, once. Of several servers the newest one is meant, unless
--port names another. "handeye serve" prints such a link when it starts, too.`,
  quiet: true,
  settings: ['port', 'config', 'logLevel'],
  own: {
    noOpen: { schema: onOrOff(), default: false, about: 'Only print the link.' },
  },
  async run({ services, config, sources, folder, own, print, environment }) {
    const port = isGivenNow(sources.get('port')) ? config.port : undefined;
    const found = await services.studioLink({ folder, port, signal: environment.stopped });
    if ('why' in found) throw new Error(found.why);
    print(found.link);
    const isOpened = own.noOpen !== true && (await services.openInBrowser(found.link, environment));
    if (!isOpened && own.noOpen !== true) print('Open it in a browser on this computer.');
    return exit.fine;
  },
};
