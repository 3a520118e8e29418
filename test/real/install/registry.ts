import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A package as `npm pack` made it. */
export interface Packed {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: string;
}

export interface TestRegistry {
  readonly address: string;
  close(): void;
}

/** A registry of npm that has these packages, and refers to the real one for all others. */
export async function startRegistry(packed: readonly Packed[], real: string): Promise<TestRegistry> {
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url).slice(1);
    const listed = packed.find(({ manifest }) => manifest.name === path);
    const fetched = packed.find(({ manifest }) => path === tarballOf(manifest));
    if (listed) response.end(JSON.stringify(entryOf(listed, address)));
    else if (fetched) response.end(readFileSync(fetched.tarball));
    else response.writeHead(302, { location: new URL(url, real).href }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function entryOf({ manifest, tarball }: Packed, address: string): object {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  const dist = { tarball: `${address}/${tarballOf(manifest)}`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}

function tarballOf({ name, version }: Packed['manifest']): string {
  return `tarballs/${name}-${version}.tgz`;
}
