import type { Call } from '../../call/call.ts';
import type { Screen } from '../../ui/snapshot.ts';
import { type Phone, sh } from '../phone.ts';
import { parseDisplays } from './display.ts';
import type { Focus } from './focus.ts';
import { parseFocus } from './focus.ts';
import { outputOf } from '../output.ts';
import { screenOf } from './screen.ts';
import { parseAwake } from './state.ts';
import type { ListedWindow } from './window-list.ts';
import { parseWindowList } from './window-list.ts';

/** What the window manager says right after a dump. */
export interface Surroundings {
  readonly screen: Screen;
  readonly focus: Focus;
  /** All windows, from the top down. */
  readonly listed: readonly ListedWindow[];
  readonly awake: boolean;
}

/** Reads the surroundings in one round trip. */
export async function readSurroundings(phone: Phone, call: Call): Promise<Surroundings> {
  const [displays = '', windows = '', power = ''] = (
    await phone.script([sh`dumpsys window displays`, sh`dumpsys window windows`, sh`dumpsys power`], call)
  ).map(outputOf);
  return {
    screen: screenOf(parseDisplays(displays)),
    focus: parseFocus(`${displays}\n${windows}`),
    listed: parseWindowList(windows),
    awake: parseAwake(power) ?? true,
  };
}
