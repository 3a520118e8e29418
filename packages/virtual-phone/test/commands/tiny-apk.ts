import { writeApk, type ApkFacts } from '../../src/commands/apk/write-apk.ts';

/** An APK with one activity that a launcher starts, and nothing else in it. */
export function tinyApk(facts: ApkFacts): Buffer {
  return writeApk({ versionCode: 12, label: 'Tiny', launcher: '.Main', ...facts });
}
