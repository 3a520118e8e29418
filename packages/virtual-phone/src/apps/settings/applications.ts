import type { App } from '../../framework/system/app.ts';
import type { View } from '../../framework/views/view.ts';
import { button, icon, row, stack, text } from '../../framework/widgets/kit.ts';
import { explanation, line, section, switchFor } from './entries.ts';
import { confirm, openPage, type Entry, type Page, type Settings } from './page.ts';

/** All but the framework's own package, which Settings shows only on demand. */
export function listedApps({ phone }: Pick<Settings, 'phone'>): readonly App[] {
  return phone.apps.filter((app) => app.package !== 'android');
}

export const appsPage: Page = {
  title: 'Apps',
  entries: (self) => {
    const all = listedApps(self).toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
    const [shown, hidden] = [
      all.filter((app) => app.hidden !== true),
      all.filter((app) => app.hidden === true),
    ];
    return [
      section('Your apps'),
      ...shown.map((app) => appEntry(self, app)),
      section('System apps'),
      ...hidden.map((app) => appEntry(self, app)),
      section('General'),
      switchFor(self, 'Install unknown apps', ['secure', 'install_non_market_apps']),
      explanation('Apps that come over adb are installed in any case.'),
    ];
  },
};

function appEntry(self: Settings, app: App): Entry {
  return line(app.label, {
    summary: isRunning(self, app.package) ? 'Running' : 'Not running',
    leading: appSign(app, 40),
    onTap: () => {
      openPage(self, 'appInfo', { package: app.package });
    },
  });
}

function isRunning({ phone }: Settings, packageName: string): boolean {
  return phone.processes.pidOf(packageName) !== undefined;
}

function appSign({ icon: { glyph, color } }: App, size: number): View {
  const props = { color: '#ffffff', size: size * 0.55, align: ['center', 'center'] } as const;
  const face = glyph.length > 2 ? icon(glyph, props) : text(glyph, props);
  return stack([face], { width: size, height: size, radius: size / 2, background: color, decorative: true });
}

export const appInfoPage: Page = {
  title: 'App info',
  entries: (self) => {
    const app = self.phone.apps.find((one) => one.package === packageOf(self));
    if (app === undefined) return [];
    const running = isRunning(self, app.package);
    const notifications = self.phone.notifications.list.filter((one) => one.package === app.package).length;
    return [
      { view: header(app) },
      { view: buttons(self, app, running) },
      line('Notifications', { summary: notifications === 0 ? 'None' : `${notifications} shown` }),
      line('Storage & cache', {
        summary: 'Tap to delete all data of this app',
        onTap: () => {
          const message = `All data of ${app.label} will be deleted from this phone for good.`;
          confirm(self, { title: 'Delete app data?', message, yes: 'Delete' }, () => {
            self.phone.clearData(app.package);
          });
        },
      }),
      line('Battery', { summary: running ? 'Running now' : 'No use since last full charge' }),
      line('Version', { summary: app.version ?? '1.0' }),
      line('Package name', { summary: app.package }),
      line('User ID', { summary: String(self.phone.processes.uidOf(app.package)) }),
    ];
  },
};

/** The package that the list passed, or another app's `package:` address. */
function packageOf({ intent: { extras, data = '' } }: Settings): string {
  return String(extras?.package ?? data.replace(/^package:/, ''));
}

function header(app: App): View {
  return row([appSign(app, 56), text(app.label, { id: 'entity_header_title', size: 24 })], {
    id: 'entity_header',
    width: 'fill',
    gap: 16,
    padding: [16, 24],
  });
}

function buttons(self: Settings, app: App, running: boolean): View {
  const open = () => {
    self.start({ component: `${app.package}/${app.main}` });
  };
  const stop = () => {
    const message = 'If you force stop an app, it may misbehave.';
    confirm(self, { title: 'Force stop?', message, yes: 'OK' }, () => {
      self.phone.forceStop(app.package);
    });
  };
  return row(
    [
      button('Open', open, { id: 'button1', tone: 'tonal', weight: 1, enabled: app.hidden !== true }),
      button('Force stop', stop, { id: 'button2', tone: 'tonal', weight: 1, enabled: running }),
    ],
    { width: 'fill', gap: 12, padding: [8, 24] },
  );
}
