/**
 * npm run bench:guard [FOLDER]: how often the guard takes something for what it is not, over the screens of bench:tokens and
 * the dumps of a folder. Prints each alarm, to be judged by a person.
 */
import { countKinds } from './guard/kinds.ts';
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
