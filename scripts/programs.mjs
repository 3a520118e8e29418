// The real programs that tests drive: which are missing, how large they are, and which tests cannot run without them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { run, say } from './prepare.mjs';

const desktop = ['test/real/linux', 'test/real/farm/reset-linux.test.ts'];
const companion = ['packages/phone-companion/test', 'test/real/companion'];
const mac = ['packages/macos/test', 'test/macos'];
const studio = ['test/real/studio'];
const wireless = ['test/real/adb'];

/** Programs, their Debian packages, and the tests that drive them. */
const programs = [
  {
    program: 'adb',
    debian: 'adb',
    tests: [
      'test/real/adb',
      'test/real/phone',
      'test/real/android',
      'packages/adb/test',
      'test/virtual-source.test.ts',
    ],
  },
  // Multicast DNS beside ours, in a network of the tests' own.
  { program: '/usr/sbin/avahi-daemon', debian: 'avahi-daemon', tests: wireless },
  { program: 'avahi-browse', debian: 'avahi-utils', tests: wireless },
  { program: 'dbus-daemon', debian: 'dbus', tests: wireless },
  { program: 'ip', debian: 'iproute2', tests: wireless },
  { program: 'unshare', debian: 'util-linux', tests: wireless },
  // The bus of a farm.
  {
    program: 'nats-server',
    debian: 'nats-server',
    tests: ['test/real/farm', 'test/real/install/packages.test.ts'],
  },
  { program: 'curl', debian: 'curl', tests: ['test/real/mcp'] },
  // The terminal of somebody who pairs a phone.
  { program: 'tmux', debian: 'tmux', tests: ['test/real/wireless/newcomer.test.ts'] },
  // Plays the films that phones record.
  { program: 'ffprobe', debian: 'ffmpeg', tests: ['test/real/film'] },
  // Compiles the libraries that stand for a Mac's.
  { program: 'gcc', debian: 'gcc', tests: mac },
  { program: '/usr/include/stdlib.h', debian: 'libc6-dev', tests: mac },
  // Compiles the companion and runs it against stubs of Android.
  { program: 'javac', debian: 'openjdk-17-jdk-headless', tests: companion },
  // A headless desktop, and the applications that are read and used on it.
  { program: 'Xvfb', debian: 'xvfb', tests: desktop },
  { program: 'dbus-daemon', debian: 'dbus', tests: desktop },
  { program: 'openbox', debian: 'openbox', tests: desktop },
  { program: 'dunst', debian: 'dunst', tests: desktop },
  { program: 'gnome-calculator', debian: 'gnome-calculator', tests: desktop },
  { program: 'mousepad', debian: 'mousepad', tests: desktop },
  { program: 'zenity', debian: 'zenity', tests: desktop },
  { program: 'gtk3-demo', debian: 'gtk-3-examples', tests: desktop },
  { program: 'gtk4-demo', debian: 'gtk-4-examples', tests: desktop },
  { program: 'speedcrunch', debian: 'speedcrunch', tests: desktop },
  { program: 'chromium', debian: 'chromium', tests: [...desktop, ...studio] },
  { program: 'xclip', debian: 'xclip', tests: desktop },
  { program: 'xsetroot', debian: 'x11-xserver-utils', tests: desktop },
  { program: 'setxkbmap', debian: 'x11-xkb-utils', tests: desktop },
  { program: 'xdotool', debian: 'xdotool', tests: desktop },
  { program: 'unshare', debian: 'util-linux', tests: desktop },
  // Everyday programs: each is used for a task from start to end.
  { program: 'firefox-esr', debian: 'firefox-esr', tests: desktop },
  { program: '/usr/lib/libreoffice/program/swriter', debian: 'libreoffice-writer', tests: desktop },
  { program: '/usr/lib/libreoffice/program/scalc', debian: 'libreoffice-calc', tests: desktop },
  ...libraries(
    ['libreoffice-gtk3', 'python3-pyqt6', 'libatk-wrapper-java', 'libatk-wrapper-java-jni'],
    desktop,
  ),
  { program: '/usr/lib/qt6/bin/linguist', debian: 'linguist-qt6', tests: desktop },
  { program: 'thunar', debian: 'thunar', tests: desktop },
  { program: 'gedit', debian: 'gedit', tests: desktop },
  { program: 'evince', debian: 'evince', tests: desktop },
  { program: 'gimp', debian: 'gimp', tests: desktop },
  // It makes GIMP, a GTK 2 program, accessible: gail, and the bridge from there to AT-SPI.
  ...libraries(['libgail-common', 'libatk-adaptor'], desktop),
  { program: 'xterm', debian: 'xterm', tests: desktop },
  { program: 'vlc', debian: 'vlc-bin', tests: desktop },
  ...libraries(['vlc-plugin-base', 'vlc-plugin-qt'], desktop),
  // The JRE with a screen. The headless one that openjdk-17-jdk-headless needs has no AWT for X11.
  ...libraries(['openjdk-17-jre'], desktop),
  { program: 'java', debian: 'openjdk-17-jre', tests: desktop },
  // Wayland's compositors, and the programs used with them.
  { program: 'weston', debian: 'weston', tests: desktop },
  { program: 'sway', debian: 'sway', tests: desktop },
  { program: 'grim', debian: 'grim', tests: desktop },
  { program: 'wtype', debian: 'wtype', tests: desktop },
  { program: 'wl-copy', debian: 'wl-clipboard', tests: desktop },
  { program: 'foot', debian: 'foot', tests: desktop },
  { program: 'Xwayland', debian: 'xwayland', tests: desktop },
  // With it Qt draws on Wayland itself; without it, through Xwayland.
  ...libraries(['qt6-wayland'], desktop),
  { program: 'mutter', debian: 'mutter', tests: desktop },
  { program: 'gnome-shell', debian: 'gnome-shell', tests: desktop },
  { program: '/usr/libexec/xdg-desktop-portal', debian: 'xdg-desktop-portal', tests: desktop },
  { program: '/usr/libexec/xdg-desktop-portal-gnome', debian: 'xdg-desktop-portal-gnome', tests: desktop },
  { program: 'pipewire', debian: 'pipewire', tests: desktop },
  { program: 'wireplumber', debian: 'wireplumber', tests: desktop },
  // Takes pictures of GNOME's stream, with the plug-ins for PipeWire, for converting frames and for PNG.
  { program: 'gst-launch-1.0', debian: 'gstreamer1.0-tools', tests: desktop },
  ...libraries(['gstreamer1.0-pipewire', 'gstreamer1.0-plugins-base', 'gstreamer1.0-plugins-good'], desktop),
  // gdbus leaves GNOME's overview; a portal that keeps consents is a script.
  { program: 'gdbus', debian: 'libglib2.0-bin', tests: desktop },
  ...libraries(['python3-dbus', 'python3-gi'], desktop),
  { program: 'journalctl', debian: 'systemd', tests: desktop },
  { program: '/lib/systemd/systemd-journal-remote', debian: 'systemd-journal-remote', tests: desktop },
  // No programs of their own: the accessibility service, a library to compare with, and a font to draw with.
  { program: '/usr/libexec/at-spi-bus-launcher', debian: 'at-spi2-core', tests: desktop },
  {
    program: '/usr/lib/python3/dist-packages/pyatspi/__init__.py',
    debian: 'python3-pyatspi',
    tests: desktop,
  },
  ...libraries(['gir1.2-gtk-3.0'], desktop),
  { program: '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', debian: 'fonts-dejavu-core', tests: desktop },
];

const patient = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
const quiet = {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
};

/**
 * Installs the programs for the tests, if that is allowed. Returns the Debian packages that are still missing and the folders
 * of tests that cannot run without them.
 */
export function installPrograms(isWanted) {
  const missing = programs.filter(({ program, tests }) => tests.some(isWanted) && !isOnPath(program));
  if (missing.length === 0) return { packages: [], tests: [] };
  const packages = [...new Set(missing.map(({ debian }) => debian))];
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) {
    return { packages, tests: [...new Set(missing.flatMap(({ tests }) => tests))] };
  }
  run('apt-get', [...patient, 'update'], quiet);
  say(`installing ${packages.join(', ')} by apt-get${sizeOf(packages)} ...`);
  run('apt-get', [...patient, 'install', '-y', '--no-install-recommends', ...packages], quiet);
  return { packages: [], tests: [] };
}

/** apt-get prints it before it asks for confirmation. */
function sizeOf(packages) {
  const args = ['install', '--assume-no', '--no-install-recommends', ...packages];
  const { stdout } = spawnSync('apt-get', args, { ...quiet, stdio: 'pipe', encoding: 'utf8' });
  const [, download] = /Need to get ([\d.,]+ \w+)/.exec(stdout) ?? [];
  const [, disk] = /([\d.,]+ \w+) of additional disk space/.exec(stdout) ?? [];
  return disk === undefined ? '' : ` (${download ?? 'nothing'} to download, ${disk} on disk)`;
}

/** Packages without a program of their own. Their libraries' folders differ by processor, the copyright's does not. */
function libraries(packages, tests) {
  return packages.map((debian) => ({ program: `/usr/share/doc/${debian}/copyright`, debian, tests }));
}

function isOnPath(program) {
  if (isAbsolute(program)) return existsSync(program);
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
