import type { AppInfo, AppManager, PackageManager } from '@handeye/core/device/services/app-manager';

/** The default facts of a scripted device's apps. */
export const scriptedInfo: AppInfo = {
  version: '1.0.2',
  versionCode: '12',
  minSdk: 24,
  targetSdk: 34,
  installer: 'com.android.vending',
  installed: '2026-11-02 09:14:30',
  updated: '2026-11-15 18:02:11',
  system: false,
  enabled: true,
  debuggable: false,
  running: true,
  bytes: 8_412_304,
  files: 3,
  activities: ['.NotesActivity', '.ShareActivity'],
  launchers: ['.NotesActivity'],
  permissions: [
    { name: 'android.permission.CAMERA', granted: true, kind: 'runtime' },
    { name: 'android.permission.RECORD_AUDIO', granted: false, kind: 'runtime' },
    { name: 'android.permission.INTERNET', granted: true, kind: 'install' },
  ],
};

/** Apps that accept every operation, and the list of operations. */
export function scriptedAppManager(done: string[] = []): AppManager {
  const packages: PackageManager = {
    read: () =>
      Promise.resolve({
        id: 'com.acme.shop',
        version: '2.1',
        install: (wish) => {
          done.push(`install ${JSON.stringify(wish)}`);
          return Promise.resolve({ version: '2.1', replaced: { version: '2.0' }, files: 1, remarks: [] });
        },
      }),
    uninstall: ({ id }, { keepData }) => {
      done.push(`uninstall ${id} ${keepData ? 'kept' : 'all'}`);
      return Promise.resolve(undefined);
    },
    clearData: ({ id }) => {
      done.push(`clear ${id}`);
      return Promise.resolve();
    },
    info: () => Promise.resolve(scriptedInfo),
    setPermission: ({ id }, { permission, granted }) => {
      done.push(`${granted ? 'grant' : 'revoke'} ${id} ${permission}`);
      return Promise.resolve({ name: `android.permission.${permission}`, remark: undefined });
    },
  };
  return {
    packages,
    close: ({ id }) => {
      done.push(`close ${id}`);
      return Promise.resolve(true);
    },
  };
}
