// The tools that build the companion: dx and API 23's android.jar. Debian 12 has neither, Debian 11 has both: they are fetched
// into a folder of our own, with an apt state of its own, so that the system's sources and packages stay unchanged.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../../.cache/companion', import.meta.url));
const SUITE = 'bullseye';
const packages = ['dalvik-exchange', 'libandroid-23-java'];
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const APT = '/etc/apt';

export interface Toolchain {
  readonly dx: string;
  readonly androidJar: string;
}

/** Returns the paths of the two jars; fetches them first if they are missing. */
export function fetchToolchain(): Toolchain {
  const jars = join(CACHE, 'jars', 'usr', 'share', 'java');
  const tools = {
    dx: join(jars, 'com.android.dx.jar'),
    androidJar: join(jars, 'com.android.android-23.jar'),
  };
  if (!existsSync(tools.dx) || !existsSync(tools.androidJar)) fetch();
  return tools;
}

function fetch(): void {
  // A name of its own: two test files may need it at the same moment.
  const work = join(CACHE, `fetch-${process.pid}`);
  for (const folder of ['state/lists/partial', 'cache/archives/partial', 'debs', 'jars']) {
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
    execFileSync('dpkg', ['-x', join(work, 'debs', deb), join(work, 'jars')]);
  }
  rmSync(join(CACHE, 'jars'), { recursive: true, force: true });
  renameSync(join(work, 'jars'), join(CACHE, 'jars'));
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
