// npm test: makes a fresh clone ready, checks the code, builds it and runs the tests.
// `npm test -- test/ui test/cli/help.test.ts` runs only those, without the checks.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';
import { build, install, npm, root, run, say } from './prepare.mjs';

/** Programs that tests drive, and the Debian packages that bring them. */
const programs = [
  { program: 'adb', debian: 'adb' },
  { program: 'curl', debian: 'curl' },
  // Compiles the libraries of a Mac that is not there.
  { program: 'gcc', debian: 'gcc' },
  { program: '/usr/include/stdlib.h', debian: 'libc6-dev' },
  // A headless desktop, and the applications that are read and used on it.
  { program: 'Xvfb', debian: 'xvfb' },
  { program: 'dbus-daemon', debian: 'dbus' },
  { program: 'openbox', debian: 'openbox' },
  { program: 'gnome-calculator', debian: 'gnome-calculator' },
  { program: 'mousepad', debian: 'mousepad' },
  { program: 'zenity', debian: 'zenity' },
  { program: 'gtk3-demo', debian: 'gtk-3-examples' },
  { program: 'gtk4-demo', debian: 'gtk-4-examples' },
  { program: 'speedcrunch', debian: 'speedcrunch' },
  { program: 'chromium', debian: 'chromium' },
  { program: 'xclip', debian: 'xclip' },
  { program: 'xsetroot', debian: 'x11-xserver-utils' },
  { program: 'setxkbmap', debian: 'x11-xkb-utils' },
  { program: 'weston', debian: 'weston' },
  { program: 'journalctl', debian: 'systemd' },
  { program: '/lib/systemd/systemd-journal-remote', debian: 'systemd-journal-remote' },
  // Not programs of their own: the accessibility service, what compares with it, and a font to draw with.
  { program: '/usr/libexec/at-spi-bus-launcher', debian: 'at-spi2-core' },
  { program: '/usr/lib/python3/dist-packages/pyatspi/__init__.py', debian: 'python3-pyatspi' },
  { program: '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', debian: 'fonts-dejavu-core' },
];

const wanted = process.argv.slice(2);
const files = testFiles().filter(
  (file) => wanted.length === 0 || wanted.some((path) => isWithin(file, path)),
);
if (files.length === 0) fail(`no test below ${wanted.join(', ')}`);

install();
install('test/real');
installPrograms();
if (wanted.length === 0) npm(['run', '--silent', 'check']);
build();
const tests = spawnSync(
  process.execPath,
  [
    '--import=tsx',
    '--test',
    '--test-reporter=./scripts/test-reporter.mjs',
    '--test-reporter-destination=stdout',
    `--test-concurrency=${availableParallelism()}`,
    '--test-timeout=600000',
    ...files,
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = tests.status ?? 1;

function testFiles() {
  return ['packages/virtual-phone/test', 'packages/handeye/test', 'test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .sort();
}

function isWithin(file, path) {
  const wantedPath = relative(root, path);
  return file === wantedPath || file.startsWith(wantedPath + sep);
}

function installPrograms() {
  const missing = programs.filter(({ program }) => !isOnPath(program)).map(({ debian }) => debian);
  if (missing.length === 0) return;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !isOnPath('apt-get')) {
    fail(`the tests need programs that are not there. Debian: sudo apt-get install ${missing.join(' ')}`);
  }
  say(`installing ${missing.join(', ')} by apt-get ...`);
  const patient = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  run('apt-get', [...patient, 'update'], options);
  run('apt-get', [...patient, 'install', '-y', '--no-install-recommends', ...missing], options);
}

function isOnPath(program) {
  if (isAbsolute(program)) return existsSync(program);
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function fail(why) {
  say(why);
  process.exit(1);
}
