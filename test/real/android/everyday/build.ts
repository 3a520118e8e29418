import { writeApk } from '../../../../packages/virtual-phone/src/commands/apk/write-apk.ts';

export const BUILD_NAME = 'login-2.0.apk';

/** A build of the virtual phone's own Login app, as a developer would put it into the folder for files. */
export function loginBuild(): Buffer {
  return writeApk({
    package: 'com.example.login',
    versionCode: 200,
    versionName: '2.0',
    label: 'Login',
    launcher: '.LoginActivity',
    targetSdk: 34,
  });
}
