/**
 * What a screen costs a model, in tokens (o200k_base), as a raw dump, in compact, in lean and as mobile-mcp prints it;
 * and whether everything is there: every visible text, every handle, and the share of handles with a label. The virtual phone's screens, several hundred made-up ones, and every dump of a folder if one is given: npm run bench:tokens -- FOLDER
 */
import { HierarchyError } from '../packages/handeye/src/android/screen/hierarchy.ts';
import { table, type Row } from './tokens/report.ts';
import { printed, snapshotOf } from './tokens/formats.ts';
import type { DumpedScreen } from './tokens/dump.ts';
import { screensIn } from './tokens/folder.ts';
import { generatedScreens } from './tokens/generated.ts';
import { recallOf } from './tokens/recall.ts';
import { virtualPhoneScreens } from './tokens/virtual-phone.ts';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

await main(process.argv[2]);

async function main(folder: string | undefined): Promise<void> {
  const screens = [
    ...(folder === undefined ? [] : await screensIn(folder)),
    ...(await virtualPhoneScreens()),
    ...generatedScreens(),
  ];
  const rows: Row[] = [];
  for (const screen of screens) {
    try {
      rows.push(await measured(screen));
    } catch (error) {
      if (!(error instanceof HierarchyError)) throw error;
      console.log(`left out: ${screen.name}: ${error.message}`);
    }
  }
  const { text, met } = table(rows);
  console.log(text);
  if (!met) process.exitCode = 1;
}

async function measured(screen: DumpedScreen): Promise<Row> {
  const snapshot = snapshotOf(screen);
  const { raw, compact, lean, mobileMcp } = await printed(screen, snapshot);
  // What looks like a token of the tokenizer's own is text here.
  const cost = (text: string) => encode(text, { disallowedSpecial: new Set() }).length;
  return {
    group: screen.group,
    name: screen.name,
    tokens: {
      raw: cost(raw),
      compact: cost(compact),
      lean: cost(lean),
      'mobile-mcp': mobileMcp === undefined ? NaN : cost(mobileMcp),
    },
    lean: recallOf(snapshot, lean),
  };
}
