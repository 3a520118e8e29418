import { mdiPause, mdiPlay } from '@mdi/js';
import type { View } from '../../framework/views/view.ts';
import { column, row, spacer, text } from '../../framework/widgets/kit.ts';
import { twoDigits } from '../../framework/widgets/number-picker.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { bigButton, sideButton, type ClockActivity } from './frame.ts';

export interface Stopwatch {
  /** When it was started; undefined while it is stopped. */
  readonly since: number | undefined;
  /** Milliseconds that it ran before that. */
  readonly before: number;
  /** Its value at the end of each lap, first lap first. */
  readonly laps: readonly number[];
}

export const stoppedWatch: Stopwatch = { since: undefined, before: 0, laps: [] };

function elapsed({ since, before }: Stopwatch, now: number): number {
  return before + (since === undefined ? 0 : now - since);
}

/** Minutes, seconds and hundredths. */
function shown(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}.${twoDigits(Math.floor((ms % 1000) / 10))}`;
}

/** The tab with the stopwatch. Its figures change without accessibility events. */
export function stopwatchTab(self: ClockActivity): View {
  const { stopwatch } = self.data;
  const time = elapsed(stopwatch, self.phone.clock.now());
  return column(
    [
      text(shown(time), {
        id: 'stopwatch_time_text',
        size: 60,
        width: 'fill',
        textAlign: 'center',
        margin: [16, 0],
      }),
      lapList(stopwatch.laps),
      controls(self, time),
    ],
    { height: 'fill' },
  );
}

function lapList(laps: readonly number[]): View {
  return {
    type: 'list',
    id: 'laps_list',
    width: 'fill',
    weight: 1,
    count: laps.length,
    rowHeight: 44,
    row: (index) => {
      const lap = laps.length - 1 - index;
      const end = laps[lap] ?? 0;
      return row(
        [
          text(`# ${lap + 1}`, { id: 'lap_number', size: 16, weight: 1 }),
          text(shown(end - (laps[lap - 1] ?? 0)), { id: 'lap_time', size: 16, weight: 1 }),
          text(shown(end), { id: 'lap_total', size: 16, color: theme.textSecondary }),
        ],
        { padding: [0, 40] },
      );
    },
  };
}

function controls(self: ClockActivity, time: number): View {
  const { stopwatch } = self.data;
  const running = stopwatch.since !== undefined;
  const set = (change: Partial<Stopwatch>) => {
    self.setData({ stopwatch: { ...stopwatch, ...change } });
  };
  const startOrPause = bigButton(
    running ? mdiPause : mdiPlay,
    () => {
      const now = self.phone.clock.now();
      set(running ? { since: undefined, before: elapsed(stopwatch, now) } : { since: now });
    },
    running ? 'Pause' : 'Start',
  );
  return row(
    [
      sideButton(
        'Reset',
        () => {
          self.setData({ stopwatch: stoppedWatch });
        },
        { id: 'left_button', visibility: time > 0 ? 'visible' : 'invisible' },
      ),
      spacer(),
      startOrPause,
      spacer(),
      sideButton(
        'Lap',
        () => {
          set({ laps: [...stopwatch.laps, elapsed(stopwatch, self.phone.clock.now())] });
        },
        { id: 'right_button', visibility: running ? 'visible' : 'invisible' },
      ),
    ],
    { width: 'fill', padding: [16, 24] },
  );
}
