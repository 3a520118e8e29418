import type { NetConnectOpts } from 'node:net';

/** Parses a D-Bus server address (`unix:path=/run/user/1000/bus,guid=…;tcp:…`): the first transport we support. */
export function parseAddress(address: string): NetConnectOpts | undefined {
  for (const entry of address.split(';')) {
    const colon = entry.indexOf(':');
    const transport = entry.slice(0, colon);
    const options = new Map(
      entry
        .slice(colon + 1)
        .split(',')
        .map(parseOption),
    );
    const target = connectOptions(transport, options);
    if (target) return target;
  }
  return undefined;
}

function connectOptions(transport: string, options: ReadonlyMap<string, string>): NetConnectOpts | undefined {
  if (transport === 'unix') {
    const path = options.get('path');
    const abstract = options.get('abstract');
    if (path !== undefined) return { path };
    // Linux marks abstract sockets with a leading zero byte.
    return abstract === undefined ? undefined : { path: `\0${abstract}` };
  }
  if (transport !== 'tcp') return undefined;
  const port = Number(options.get('port'));
  return Number.isInteger(port) && port > 0 ? { host: options.get('host') ?? 'localhost', port } : undefined;
}

function parseOption(text: string): [string, string] {
  const equals = text.indexOf('=');
  return [text.slice(0, equals), unescape(text.slice(equals + 1))];
}

function unescape(value: string): string {
  return value.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
