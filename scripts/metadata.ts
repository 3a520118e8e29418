/**
 * npm run metadata: copies facts from package.json to the other places that need them: the version and the project's address in
 * each package, server.json for the MCP registry and manifest.json for the MCP bundle. `--check` only reports whether they are
 * up to date. The address is not decided yet: it is in package.json, `repository`, and nowhere else by hand.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { toolsets } from '@handeye/core/tools/toolsets';

type Json = Readonly<Record<string, unknown>>;

/** The packages that are published, together and with the same version. */
const published = ['handeye', 'virtual-phone', 'farm'] as const;
/** How they name each other. */
const ofRelease = new Set(['handeye', '@handeye/virtual-phone', '@handeye/farm']);

interface Project {
  readonly version: string;
  readonly repository: string;
}

const root = new URL('../', import.meta.url);
const { version: VERSION, repository: REPOSITORY } = (await readJson('package.json')) as unknown as Project;
/** The MCP registry accepts servers of the owner of this GitHub account. */
const REGISTRY_NAME = `io.github.${ownerOf(REPOSITORY)}/handeye`;
const ABOUT = 'Lets an AI agent see and use Android phones and desktops through their accessibility tree.';

const manifests = new Map<string, Json>();
for (const name of published) manifests.set(`packages/${name}`, await packageWith(name));

const files: Readonly<Record<string, Json>> = {
  ...Object.fromEntries([...manifests].map(([place, manifest]) => [`${place}/package.json`, manifest])),
  'server.json': {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: REGISTRY_NAME,
    title: 'Handeye',
    description: ABOUT,
    repository: { url: REPOSITORY, source: 'github', subfolder: 'packages/handeye' },
    version: VERSION,
    packages: [
      {
        registryType: 'npm',
        identifier: 'handeye',
        version: VERSION,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', value: 'stdio' },
          { type: 'named', name: '--screen-format', value: 'lean' },
          {
            type: 'named',
            name: '--device',
            description:
              'virtual, an adb serial, tcp:HOST:PORT, linux or macos. Without it: the attached phone, else virtual.',
            isRequired: false,
          },
          {
            type: 'named',
            name: '--read-only',
            description: 'Serve only the tools that change nothing.',
            format: 'boolean',
            isRequired: false,
          },
        ],
      },
    ],
  },
  'packages/handeye/manifest.json': {
    manifest_version: '0.3',
    name: 'handeye',
    display_name: 'Handeye',
    version: VERSION,
    description: ABOUT,
    author: { name: 'The Handeye developers' },
    repository: { type: 'git', url: REPOSITORY },
    license: 'Apache-2.0',
    keywords: ['android', 'adb', 'accessibility', 'automation'],
    server: {
      type: 'node',
      entry_point: 'dist/cli.js',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/dist/cli.js', 'stdio', '--screen-format', 'lean'],
        env: { HANDEYE_DEVICE: '${user_config.device}', HANDEYE_READ_ONLY: '${user_config.read_only}' },
      },
    },
    tools: [...toolsets.device, ...toolsets.model].map(({ name, title }) => ({
      name,
      description: title,
    })),
    user_config: {
      device: {
        type: 'string',
        title: 'Device',
        description:
          'virtual, an adb serial, tcp:HOST:PORT, linux or macos. Empty: the attached phone, else the virtual one.',
        default: '',
        required: false,
      },
      read_only: {
        type: 'boolean',
        title: 'Read-only',
        description: 'Serve only the tools that change nothing.',
        default: false,
        required: false,
      },
    },
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: '>=20.19' } },
  },
};

for (const [name, content] of Object.entries(files)) {
  const options = { ...(await resolveConfig(new URL(name, root))), filepath: name };
  await write(name, await format(JSON.stringify(content), options));
}
await write('package-lock.json', `${JSON.stringify(await lock(), undefined, 2)}\n`);

async function write(name: string, wanted: string): Promise<void> {
  const path = new URL(name, root);
  if (!process.argv.includes('--check')) await writeFile(path, wanted);
  else if ((await readFile(path, 'utf8').catch(() => '')) !== wanted) {
    console.error(`${name} is not up to date: run \`npm run metadata\`.`);
    process.exitCode = 1;
  }
}

async function packageWith(name: string): Promise<Json> {
  const manifest = await readJson(`packages/${name}/package.json`);
  return {
    ...manifest,
    version: VERSION,
    ...released(manifest),
    // The registry compares it with server.json to verify that both have the same owner.
    ...(name === 'handeye' && { mcpName: REGISTRY_NAME }),
    repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: `packages/${name}` },
    bugs: `${REPOSITORY}/issues`,
    homepage: `${REPOSITORY}#readme`,
  };
}

/** The dependencies of a package, with those released with it at exactly this version. */
function released(manifest: Json): Json {
  const changed: Record<string, Json> = {};
  for (const kind of ['dependencies', 'peerDependencies']) {
    const wanted = manifest[kind] as Json | undefined;
    if (wanted === undefined) continue;
    const exact = Object.entries(wanted).map(([name, range]) => [
      name,
      ofRelease.has(name) ? VERSION : range,
    ]);
    changed[kind] = Object.fromEntries(exact) as Json;
  }
  return changed;
}

/** The lock file repeats the metadata of each package of this workspace. */
async function lock(): Promise<Json> {
  const before = await readJson('package-lock.json');
  const packages = before.packages as Readonly<Record<string, Json>>;
  return {
    ...before,
    version: VERSION,
    packages: {
      ...packages,
      '': { ...packages[''], version: VERSION },
      ...Object.fromEntries(
        [...manifests].map(([place, manifest]) => [
          place,
          { ...packages[place], version: VERSION, ...released(manifest) },
        ]),
      ),
    },
  };
}

async function readJson(name: string): Promise<Json> {
  return JSON.parse(await readFile(new URL(name, root), 'utf8')) as Json;
}

function ownerOf(address: string): string {
  return new URL(address).pathname.split('/')[1] ?? '';
}
