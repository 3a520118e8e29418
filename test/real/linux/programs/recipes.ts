import type { ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Launcher } from './session.ts';

/** Firefox with a profile of its own, without first pages, updates or network access. */
export async function firefox(
  desktop: Launcher,
  url: string,
  title: RegExp,
  otherTabs: readonly string[] = [],
): Promise<ChildProcess> {
  const profile = join(desktop.home, 'firefox');
  await mkdir(profile, { recursive: true });
  const settings = {
    'accessibility.force_disabled': -1,
    'app.normandy.enabled': false,
    'app.update.auto': false,
    'browser.aboutwelcome.enabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.homepage_override.mstone': 'ignore',
    'browser.tabs.warnOnClose': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'browser.sessionstore.resume_from_crash': false,
    'termsofuse.acceptedVersion': 999,
    'termsofuse.bypassNotification': true,
    'toolkit.telemetry.enabled': false,
    'trailhead.firstrun.didSeeAboutWelcome': true,
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  return desktop.launch('firefox-esr', ['--no-remote', '--profile', profile, url, ...otherTabs], title, {
    GNOME_ACCESSIBILITY: '1',
  });
}

/** Writer or Calc on a document. */
export function libreOffice(
  desktop: Launcher,
  kind: 'writer' | 'calc',
  { file, title }: { file?: string; title: RegExp },
): Promise<ChildProcess> {
  const profile = `-env:UserInstallation=file://${desktop.home}/libreoffice-${kind}`;
  const quiet = ['--norestore', '--nologo', '--nofirststartwizard'];
  return desktop.launch('soffice', [profile, ...quiet, `--${kind}`, ...(file ? [file] : [])], title, {
    SAL_USE_VCLPLUGIN: 'gtk3',
  });
}

/** A form of ours in Qt 6: fields, a combo box, tabs, a list, menus. */
export function qtForm(desktop: Launcher): Promise<ChildProcess> {
  return desktop.launch('/usr/bin/python3', [join(import.meta.dirname, 'qt-form.py')], /Qt form/);
}

/** A form of ours in Swing, run from its source. */
export function swingForm(desktop: Launcher): Promise<ChildProcess> {
  const wrapper = [
    '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper',
    '-cp',
    '/usr/share/java/java-atk-wrapper.jar',
  ];
  return desktop.launch('java', [...wrapper, join(import.meta.dirname, 'SwingForm.java')], /Swing form/);
}

/** GIMP is a GTK 2 program, whose accessibility is a module. */
export function gimp(desktop: Launcher, file: string): Promise<ChildProcess> {
  return desktop.launch('gimp', ['--no-splash', '--new-instance', file], /GIMP/, {
    GTK_MODULES: 'gail:atk-bridge',
  });
}

/** VLC refuses to run as root: its desktop is a user's. */
export function vlc(desktop: Launcher, args: readonly string[] = []): Promise<ChildProcess> {
  const quiet = ['--no-qt-privacy-ask', '--no-metadata-network-access', '--aout=dummy', '--vout=dummy'];
  return desktop.launch('vlc', [...quiet, ...args], /VLC/);
}

/** Chromium; without the flag for accessibility only its window is readable, not its pages. */
export function chromium(desktop: Launcher, url: string, title: RegExp): Promise<ChildProcess> {
  // --no-sandbox lets it run as root, as in CI.
  const flags = ['--no-sandbox', '--force-renderer-accessibility', '--no-first-run', '--disable-gpu'];
  const profile = [`--user-data-dir=${desktop.home}/chromium`, '--password-store=basic'];
  return desktop.launch('chromium', [...flags, ...profile, url], title);
}
