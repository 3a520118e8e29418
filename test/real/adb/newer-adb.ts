import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Debian 12's own adb 29 cannot pair, and the builds of newer releases want a newer C library. */
const [SUITE, BACKPORTS] = ['bookworm', 'bookworm-backports'];
const PACKAGES = [
  ...['base', 'boringssl', 'cutils', 'log', 'ziparchive'].map((name) => `android-lib${name}/${BACKPORTS}`),
  ...[`adb/${BACKPORTS}`, 'libprotobuf32', 'libbrotli1', 'liblz4-1', 'libusb-1.0-0', 'libzstd1'],
];
const FOLDER = fileURLToPath(new URL('../../../build/adb-34', import.meta.url));
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const LIBRARIES = `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

/** The program of adb 34, and what its environment needs besides. */
export interface NewerAdb {
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Adb 34, unpacked into build/: the machine's own adb, packages and lists stay as they are. It is downloaded once. Fails where
 * it cannot be had.
 */
export async function newerAdb(): Promise<NewerAdb> {
  if (!existsSync(FOLDER)) await install();
  const libraries = [join(LIBRARIES, 'android'), LIBRARIES].map((folder) => join(FOLDER, folder)).join(':');
  return { program: join(FOLDER, 'usr/bin/adb'), environment: { LD_LIBRARY_PATH: libraries } };
}

async function install(): Promise<void> {
  await mkdir(dirname(FOLDER), { recursive: true });
  const home = await mkdtemp(`${FOLDER}-`);
  try {
    await download(home);
    const root = join(home, 'root');
    for (const name of await readdir(home)) {
      if (name.endsWith('.deb')) await run('dpkg', ['-x', join(home, name), root]);
    }
    // Another test may have been faster: its folder is the same.
    await rename(root, FOLDER).catch((error: unknown) => {
      if (!existsSync(FOLDER)) throw error;
    });
  } catch (error) {
    throw new Error(
      'These tests need adb 34 from Debian 12 (bookworm-backports), for which apt-get and dpkg have to work: ' +
        (error instanceof Error ? error.message : String(error)),
      { cause: error },
    );
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Downloads the packages with a configuration of apt's own. */
async function download(home: string): Promise<void> {
  await mkdir(join(home, 'lists/partial'), { recursive: true });
  await mkdir(join(home, 'cache/archives/partial'), { recursive: true });
  const sources = join(home, 'sources.list');
  const mirror = await debianMirror();
  await writeFile(
    sources,
    [SUITE, BACKPORTS].map((suite) => `deb [signed-by=${KEYRING}] ${mirror} ${suite} main\n`).join(''),
  );
  const options = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(home, 'lists'),
    'Dir::Cache': join(home, 'cache'),
    // Root's downloads run as a user who may not write here.
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
  };
  const args = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await run('apt-get', [...args, '-qq', 'update']);
  await run('apt-get', [...args, '-qq', 'download', ...PACKAGES], { cwd: home });
}

/** Where this machine gets Debian from. */
async function debianMirror(): Promise<string> {
  const format = '$(CODENAME) $(REPO_URI)';
  const { stdout } = await run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  const [, mirror] = /^bookworm (\S+)$/m.exec(stdout) ?? [];
  return mirror ?? 'http://deb.debian.org/debian';
}
