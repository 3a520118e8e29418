import type { StateItem, StateMark } from '@handeye/core/device/services/device-state';
import { type Cell, cells } from './cells.ts';
import type { Facts } from './facts.ts';
import type { Entry } from './journal.ts';

/** The item of each value, in the order in which they are put back from the end: airplane mode switches the radios. */
const items: readonly (readonly [Cell, StateItem])[] = [
  [cells.wifi, 'wifi'],
  [cells.data, 'mobile_data'],
  [cells.airplane, 'airplane'],
  [cells.userRotation, 'rotation'],
  [cells.autoRotation, 'rotation'],
  [cells.night, 'dark_theme'],
  [cells.fontScale, 'font_scale'],
  [cells.brightness, 'brightness'],
  [cells.brightnessMode, 'brightness'],
  [cells.timeout, 'screen_timeout'],
  [cells.stayOn, 'stay_awake'],
  [cells.windowAnimation, 'animations'],
  [cells.transitionAnimation, 'animations'],
  [cells.animatorDuration, 'animations'],
  [cells.languages, 'locale'],
];

/** SCREEN_BRIGHTNESS_MODE_AUTOMATIC: the phone itself changes the brightness all the time. */
const AUTOMATIC = '1';

/** Every value that can be set, as it is now. */
export function markOf(facts: Facts): StateMark {
  return Object.fromEntries(items.map(([cell]) => [cell.name, cell.current(facts)]));
}

/** The values that differ from their marks, as entries of a journal. */
export function changedSince(mark: StateMark, facts: Facts): readonly Entry[] {
  return items.flatMap(([cell, item]) => {
    const was = mark[cell.name];
    const set = cell.current(facts);
    const changesByItself = cell === cells.brightness && mark[cells.brightnessMode.name] === AUTOMATIC;
    return was === undefined || was === set || changesByItself ? [] : [{ cell: cell.name, item, was, set }];
  });
}
