import type { NetConnectOpts } from 'node:net';

/** Where a bus listens, out of its address (`unix:path=/run/user/1000/bus,guid=…;tcp:…`): the first we can reach. */
export function parseAddress(address: string): NetConnectOpts | undefined {
  for (const one of address.split(';')) {
    const colon = one.indexOf(':');
    const transport = one.slice(0, colon);
    const keys = new Map(
      one
        .slice(colon + 1)
        .split(',')
        .map(pair),
    );
    const place = placeOf(transport, keys);
    if (place) return place;
  }
  return undefined;
}

function placeOf(transport: string, keys: ReadonlyMap<string, string>): NetConnectOpts | undefined {
  if (transport === 'unix') {
    const path = keys.get('path');
    const abstract = keys.get('abstract');
    if (path !== undefined) return { path };
    // Linux names sockets outside the file system by a leading zero byte.
    return abstract === undefined ? undefined : { path: `\0${abstract}` };
  }
  if (transport !== 'tcp') return undefined;
  const port = Number(keys.get('port'));
  return Number.isInteger(port) && port > 0 ? { host: keys.get('host') ?? 'localhost', port } : undefined;
}

function pair(text: string): [string, string] {
  const equals = text.indexOf('=');
  return [text.slice(0, equals), unescaped(text.slice(equals + 1))];
}

function unescaped(value: string): string {
  return value.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
