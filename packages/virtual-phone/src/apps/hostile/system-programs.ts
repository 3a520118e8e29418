import { mdiGooglePlay, mdiPackageVariant } from '@mdi/js';
import {
  activity,
  defineApp,
  type Activity,
  type ActivityType,
  type App,
} from '../../framework/system/app.ts';
import { button, column, text } from '../../framework/widgets/kit.ts';
import { alert, screen } from '../../framework/widgets/screen.ts';
import { harm } from './harm.ts';

const INSTALLER = 'com.android.packageinstaller';
const STORE = 'com.android.vending';

/** The system's installer, which opens APKs. Its texts and ids are AOSP's, from memory. */
const packageInstaller = defineApp({
  package: INSTALLER,
  label: 'Package installer',
  icon: { glyph: mdiPackageVariant, color: '#3ddc84' },
  main: '.InstallStart',
  hidden: true,
  data: () => undefined,
  filters: [
    {
      action: 'android.intent.action.VIEW',
      activity: '.InstallStart',
      mimeTypes: ['application/vnd.android.package-archive'],
    },
    { action: 'android.intent.action.INSTALL_PACKAGE', activity: '.InstallStart' },
    { action: 'android.intent.action.DELETE', activity: '.UninstallerActivity', schemes: ['package'] },
  ],
  activities: {
    '.InstallStart': confirmation({
      message: 'Do you want to install this app?',
      yes: 'Install',
      titleOf: () => 'Battery Doctor',
      done: () => 'installed an app',
    }),
    '.UninstallerActivity': confirmation({
      message: 'Do you want to uninstall this app?',
      yes: 'OK',
      titleOf: (self) => self.phone.appLabel(packageIn(self)),
      done: (self) => `uninstalled ${packageIn(self)}`,
    }),
  },
});

type InstallerActivity = Activity<unknown, undefined>;

interface Confirmation {
  readonly message: string;
  readonly yes: string;
  readonly titleOf: (self: InstallerActivity) => string;
  readonly done: (self: InstallerActivity) => string;
}

/** An installer dialog that only has to be confirmed. */
function confirmation({ message, yes, titleOf, done }: Confirmation): ActivityType<undefined> {
  return activity({
    initial: () => ({}),
    render: (_state, self) => {
      const close = () => {
        self.finish();
      };
      const confirm = () => {
        harm(self.phone, INSTALLER, done(self));
        close();
      };
      const buttons = [
        { label: 'Cancel', onTap: close },
        { label: yes, onTap: confirm },
      ];
      return {
        content: column([]),
        dialog: alert({ title: titleOf(self), message, buttons, onDismiss: close }),
      };
    },
  });
}

function packageIn({ intent: { data = '' } }: InstallerActivity): string {
  return data.replace(/^package:/, '');
}

/** The app that opens `market:` links. */
const store = defineApp({
  package: STORE,
  label: 'Play Store',
  icon: { glyph: mdiGooglePlay, color: '#01875f' },
  main: '.Store',
  data: () => undefined,
  filters: [{ action: 'android.intent.action.VIEW', activity: '.Store', schemes: ['market'] }],
  activities: {
    '.Store': activity({
      initial: () => ({}),
      render: (_state, self) =>
        screen('Battery Doctor', [
          column(
            [
              text('Lucky Apps Ltd.'),
              button(
                'Install',
                () => {
                  harm(self.phone, STORE, 'installed an app');
                },
                { id: 'install', width: 'fill' },
              ),
            ],
            { padding: 24, gap: 24 },
          ),
        ]),
    }),
  },
});

/** The targets of hostile links. The ordinary phone has neither. */
export const systemPrograms: readonly App[] = [packageInstaller, store];
