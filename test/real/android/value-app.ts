import { activity, button, column, defineApp, field, row, screen, text } from '@handeye/virtual-phone';

interface State {
  readonly level: number;
  readonly stars: number;
  readonly guests: number;
  readonly typed: string;
  readonly hour: number;
  readonly minute: number;
  readonly half: number;
  readonly day: number;
  readonly month: number;
  readonly year: number;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const halves = ['AM', 'PM'];

/** A wheel as Android's NumberPicker exposes it: buttons with its neighbours; at an end that does not wrap, one of them. */
function wheel(options: {
  id: string;
  values: readonly string[];
  at: number;
  wraps?: boolean;
  onChange: (at: number) => void;
}) {
  const { id, values, at, wraps = true, onChange } = options;
  const neighbour = (step: number) => {
    const next = wraps ? (at + step + values.length) % values.length : at + step;
    const value = values[next];
    return value === undefined
      ? []
      : [
          button(value, () => {
            onChange(next);
          }),
        ];
  };
  return column([...neighbour(-1), text(values[at] ?? '', { height: 40 }), ...neighbour(1)], {
    id,
    class: 'android.widget.NumberPicker',
    width: 90,
  });
}

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

/** An app for tests only: values in forms that the phone's own apps do not have. */
export const values = defineApp({
  package: 'test.values',
  label: 'Values',
  icon: { glyph: 'V', color: '#000000' },
  main: '.Main',
  data: () => undefined,
  activities: {
    '.Main': activity<State>({
      initial: () => ({
        ...{ level: 50, stars: 2, guests: 2, typed: '2', hour: 11, minute: 58, half: 0 },
        ...{ day: 31, month: 0, year: 2026 },
      }),
      render: (state, self) => {
        const change = (part: Partial<State>) => {
          self.setState(part);
        };
        return screen('Values', [
          // It exposes its value and takes none by accessibility, and it runs from right to left.
          {
            type: 'drawing',
            id: 'mirrored',
            class: 'android.widget.SeekBar',
            description: 'Level',
            width: 'fill',
            height: 40,
            range: { min: 0, max: 100, value: state.level },
            onDrag: ({ x, size }) => {
              change({
                level: Math.round(100 * (1 - Math.min(1, Math.max(0, (x - 20) / (size.width - 40))))),
              });
            },
            draw: () => '',
          },
          {
            type: 'drawing',
            id: 'stars',
            class: 'android.widget.RatingBar',
            description: 'Stars',
            width: 200,
            height: 40,
            range: {
              min: 0,
              max: 10,
              value: state.stars,
              onSet: (stars) => {
                change({ stars });
              },
            },
            onDrag: ({ x, size }) => {
              change({ stars: Math.round((10 * x) / size.width) });
            },
            draw: () => '',
          },
          text(`level ${state.level}, stars ${state.stars / 2}, guests ${state.guests}`, { id: 'shown' }),
          // A typed value counts when it is submitted, as in Android's NumberPicker.
          column(
            [
              button(String(state.guests - 1), () => {
                change({ guests: state.guests - 1, typed: String(state.guests - 1) });
              }),
              field({
                id: 'android:id/numberpicker_input',
                value: state.typed,
                input: 'number',
                onChange: (typed) => {
                  change({ typed });
                },
                onSubmit: (typed) => {
                  const guests = Math.min(20, Number(typed));
                  change({ guests, typed: String(guests) });
                },
              }),
            ],
            { id: 'guests', class: 'android.widget.NumberPicker', width: 120 },
          ),
          row(
            [
              wheel({
                ...{ id: 'android:id/hour', values: numbers(1, 12), at: state.hour - 1 },
                onChange: (at) => {
                  change({ hour: at + 1 });
                },
              }),
              wheel({
                ...{ id: 'android:id/minute', values: numbers(0, 59), at: state.minute },
                onChange: (minute) => {
                  change({ minute });
                },
              }),
              wheel({
                ...{ id: 'android:id/amPm', values: halves, at: state.half, wraps: false },
                onChange: (half) => {
                  change({ half });
                },
              }),
            ],
            { id: 'android:id/timePicker', class: 'android.widget.TimePicker' },
          ),
          row(
            [
              wheel({
                ...{ id: 'android:id/day', values: numbers(1, 31), at: state.day - 1 },
                onChange: (at) => {
                  change({ day: at + 1 });
                },
              }),
              wheel({
                ...{ id: 'android:id/month', values: months, at: state.month },
                onChange: (month) => {
                  change({ month });
                },
              }),
              wheel({
                ...{
                  id: 'android:id/year',
                  values: numbers(2000, 2040),
                  at: state.year - 2000,
                  wraps: false,
                },
                onChange: (at) => {
                  change({ year: at + 2000 });
                },
              }),
            ],
            { id: 'android:id/datePicker', class: 'android.widget.DatePicker' },
          ),
        ]);
      },
    }),
  },
});
