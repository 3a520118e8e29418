import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dumpText } from '../../packages/android/src/screen/ui-dumper.ts';
import { dumpedScreen, type MeasuredScreen } from './screen.ts';

/** Every dump in a folder and below it. */
export function screensIn(folder: string): MeasuredScreen[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(xml|uix)$/.test(file),
  );
  return files
    .sort()
    .map((name) => dumpedScreen({ group: 'folder', name, xml: dumpText(readFileSync(join(folder, name))) }));
}
