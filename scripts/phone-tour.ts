import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodePng } from '@handeye/virtual-phone';
import { goTo, type Stop, stops } from './phone-stops.ts';

/**
 * `npm run phone:tour [folder]`: takes a picture of every app of the virtual phone in its main states, and of the
 * system around them, and writes an index.html that shows them all. Time is driven, so a tour is always the same.
 */

/** Goes there on a fresh phone and takes the picture. */
async function visit(stop: Stop, folder: string): Promise<string> {
  const hand = goTo(stop);
  const file = `${stop.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`;
  await writeFile(join(folder, file), await encodePng(hand.phone.screenshot()));
  hand.phone.shutDown();
  return file;
}

function indexPage(pictures: readonly { title: string; file: string }[]): string {
  const figures = pictures.map(
    ({ title, file }) =>
      `<figure><a href="${file}"><img src="${file}" alt="${title}"></a><figcaption>${title}</figcaption></figure>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A tour of the virtual phone</title>
<style>
  body { margin: 24px; font: 14px sans-serif; background: #eee; display: flex; flex-wrap: wrap; gap: 24px; align-items: end; }
  figure { margin: 0; }
  img { height: 480px; border-radius: 12px; box-shadow: 0 2px 8px #0004; }
  figcaption { padding: 8px 0; text-align: center; }
</style>
${figures.join('\n')}
</html>
`;
}

const [FOLDER = 'tour'] = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });
const pictures: { title: string; file: string }[] = [];
for (const stop of stops) {
  pictures.push({ title: stop.title, file: await visit(stop, FOLDER) });
}
await writeFile(join(FOLDER, 'index.html'), indexPage(pictures));
console.log(`${pictures.length} pictures in ${FOLDER}; open ${join(FOLDER, 'index.html')} to see them.`);
