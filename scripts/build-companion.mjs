// npm run build:companion: compiles packages/phone-companion and replaces the committed jar if the dex changed.
import { existsSync, writeFileSync } from 'node:fs';
import { buildDex, committedDex, JAR } from '../packages/phone-companion/dex/build.ts';
import { zip } from './zip.mjs';

const dex = buildDex();
if (existsSync(JAR) && committedDex().equals(dex)) {
  console.log(`${JAR} is up to date: classes.dex has ${dex.length} bytes`);
} else {
  const jar = zip([{ name: 'classes.dex', content: dex, mode: 0o644 }]);
  writeFileSync(JAR, jar);
  console.log(`${JAR}: ${jar.length} bytes, classes.dex ${dex.length}`);
}
