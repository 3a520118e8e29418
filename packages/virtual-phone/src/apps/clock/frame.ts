import type { Activity } from '../../framework/system/app.ts';
import type { Cancel } from '../../framework/system/clock.ts';
import type { View, ViewProps } from '../../framework/views/view.ts';
import { button, iconButton } from '../../framework/widgets/kit.ts';
import { theme } from '../../framework/widgets/theme.ts';
import type { Alarm, AlarmEditor } from './alarms.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { Countdown } from './timer.ts';

/** Types and buttons that the tabs of the clock share. */

export interface Data {
  readonly alarms: readonly Alarm[];
  readonly countdown: Countdown | undefined;
  readonly stopwatch: Stopwatch;
}

export interface State {
  readonly tab: number;
  /** The alarm whose time is being set. */
  readonly editor: AlarmEditor | undefined;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  /** Stops the ticking; set while the screen is visible. */
  readonly stopTicking: Cancel | undefined;
}

export type ClockActivity = Activity<State, Data>;

/** The large round button at the bottom of a tab. */
export function bigButton(path: string, onTap: () => void, description: string): View {
  return iconButton(path, onTap, {
    id: 'fab',
    description,
    width: 72,
    height: 72,
    radius: 24,
    background: theme.primaryContainer,
    color: theme.onPrimaryContainer,
  });
}

/** A button next to the large one. */
export function sideButton(label: string, onTap: () => void, props: ViewProps): View {
  return button(label, onTap, { tone: 'tonal', width: 96, ...props });
}
