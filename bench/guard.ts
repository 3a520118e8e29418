/**
 * npm run bench:guard [FOLDER]: how often the guard mistakes something, over the screens of bench:tokens and the dumps of a
 * folder. Prints each alarm for a person to judge.
 */
import { countKinds } from './guard/kinds.ts';
import { reportNotes } from './guard/notes.ts';
import { screensIn } from './tokens/folder.ts';
import { linuxScreens } from './tokens/linux/screens.ts';
import { phoneScreens } from './tokens/phone.ts';
import { dumpedScreen } from './tokens/screen.ts';
import { syntheticScreens } from './tokens/synthetic.ts';

const screens = [
  ...process.argv.slice(2).flatMap(screensIn),
  ...phoneScreens().map(dumpedScreen),
  ...syntheticScreens(),
  ...linuxScreens(),
];
countKinds(screens);
if (reportNotes(screens).length > 0) process.exitCode = 1;
