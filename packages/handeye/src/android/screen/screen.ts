import { actionFailed } from '../../device/errors.ts';
import type { Screen } from '../../ui/snapshot.ts';
import type { DisplayFacts } from './display.ts';
import type { TouchScreen } from '../input/strokes.ts';

/** ViewConfiguration's smallest span for two fingers: 27 mm (config_minScalingSpan, all versions). */
const SMALLEST_SPAN_INCHES = 27 / 25.4;

/** The phone's own display, as the tools see it. */
export function screenOf(displays: readonly DisplayFacts[]): Screen {
  const { size, density } = ownDisplay(displays);
  return { ...size, density, smallestSpan: Math.ceil(density * SMALLEST_SPAN_INCHES) };
}

/** The same display, as a touch panel sees it. `turned` is what the window manager says of its rotation, if it does. */
export function touchScreenOf(displays: readonly DisplayFacts[], turned: number | undefined): TouchScreen {
  const { natural, rotation = 0, density } = ownDisplay(displays);
  return { natural, rotation: turned ?? rotation, density };
}

/** A display for ways of touching that need not know how it is turned. */
export function unturned({ width, height, density }: Screen): TouchScreen {
  return { natural: { width, height }, rotation: 0, density };
}

function ownDisplay(displays: readonly DisplayFacts[]): DisplayFacts {
  const own = displays.find(({ id }) => id === 0) ?? displays[0];
  if (!own) throw actionFailed('The phone does not report the size of its screen (dumpsys window displays).');
  return own;
}
