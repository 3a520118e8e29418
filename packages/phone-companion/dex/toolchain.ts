// The tools that build the companion: dx and API 23's android.jar. Debian 12 has neither, Debian 11 has both: they are fetched
// into a folder of our own, with an apt state of its own, so that the system's sources and packages stay unchanged.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeOnce } from './make-once.ts';

const CACHE = fileURLToPath(new URL('../../../.cache/companion', import.meta.url));
const SUITE = 'bullseye';
const packages = ['dalvik-exchange', 'libandroid-23-java'];
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const APT = '/etc/apt';
const DX = 'com.android.dx.jar';
const ANDROID_JAR = 'com.android.android-23.jar';

export interface Toolchain {
  readonly dx: string;
  readonly androidJar: string;
}

/** Returns the paths of the two jars; fetches them first if they are missing. */
export function fetchToolchain(): Toolchain {
  const tools = { dx: join(CACHE, DX), androidJar: join(CACHE, ANDROID_JAR) };
  // The jar of Android is put in place last.
  makeOnce(tools.androidJar, fetch);
  return tools;
}

function fetch(): void {
  const work = mkdtempSync(join(CACHE, 'fetch-'));
  for (const folder of ['state/lists/partial', 'cache/archives/partial', 'debs', 'root']) {
    mkdirSync(join(work, folder), { recursive: true });
  }
  const env = { ...process.env, APT_CONFIG: aptConfiguration(work), LC_ALL: 'C' };
  const apt = (args: string[]): void => {
    execFileSync('apt-get', ['-qq', ...args], {
      cwd: join(work, 'debs'),
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  };
  apt(['update']);
  apt(['download', ...packages]);
  for (const deb of readdirSync(join(work, 'debs'))) {
    execFileSync('dpkg', ['-x', join(work, 'debs', deb), join(work, 'root')]);
  }
  for (const jar of [DX, ANDROID_JAR]) {
    // The package has a link here.
    copyFileSync(join(work, 'root', 'usr', 'share', 'java', jar), join(work, jar));
    renameSync(join(work, jar), join(CACHE, jar));
  }
  rmSync(work, { recursive: true });
}

function aptConfiguration(work: string): string {
  const signed = existsSync(KEYRING) ? `[signed-by=${KEYRING}] ` : '';
  const sources = join(work, 'sources.list');
  writeFileSync(sources, `deb ${signed}${debianMirror()} ${SUITE} main\n`);
  writeFileSync(join(work, 'state', 'status'), '');
  const settings = {
    'Dir::State': join(work, 'state'),
    'Dir::State::status': join(work, 'state', 'status'),
    'Dir::Cache': join(work, 'cache'),
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'APT::Sandbox::User': 'root',
    // The list of an old suite is no longer signed again.
    'Acquire::Check-Valid-Until': 'false',
  };
  const file = join(work, 'apt.conf');
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name} "${value}";\n`)
      .join(''),
  );
  return file;
}

/** The mirror that the system itself uses for Debian: its address ends in /debian. */
function debianMirror(): string {
  const lists = join(APT, 'sources.list.d');
  const files = [
    join(APT, 'sources.list'),
    ...(existsSync(lists) ? readdirSync(lists).map((name) => join(lists, name)) : []),
  ];
  const texts = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  const [, mirror] = /^(?:deb |URIs:).*?(\S+:\/\/\S+\/debian)\/?(?:\s|$)/m.exec(texts.join('\n')) ?? [];
  if (mirror === undefined)
    throw new Error('the companion is built with Debian packages, and apt names no mirror of Debian');
  return mirror;
}
