import { writeApk, type ApkFacts } from '../../src/commands/apk/write-apk.ts';

/** An APK with one launcher activity and nothing else. */
export function tinyApk(facts: ApkFacts): Buffer {
  return writeApk({ versionCode: 12, label: 'Tiny', launcher: '.Main', ...facts });
}
