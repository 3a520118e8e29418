import { activity, defineApp } from '../../src/framework/system/app.ts';
import { column, field, slider, text } from '../../src/framework/widgets/kit.ts';
import { screen } from '../../src/framework/widgets/screen.ts';

interface State {
  readonly log: readonly string[];
  readonly page: number;
  readonly value: number;
  readonly scale: number;
}

/** An app for tests only: one view for each gesture, and a list of the received events. */
export const workbench = defineApp({
  package: 'test.workbench',
  label: 'Workbench',
  icon: { glyph: 'W', color: '#000000' },
  main: '.Main',
  data: () => undefined,
  activities: {
    '.Main': activity<State>({
      initial: () => ({ log: [], page: 0, value: 0, scale: 1 }),
      render: (state, self) => {
        const note = (what: string) => {
          self.setState({ log: [...self.state.log, what] });
        };
        return screen('Workbench', [
          text(state.log.join(' '), { id: 'log' }),
          text('Press me', {
            id: 'press',
            width: 'fill',
            height: 60,
            onTap: () => {
              note('tap');
            },
            onLongPress: () => {
              note('long');
            },
            onDoubleTap: () => {
              note('double');
            },
          }),
          slider(
            state.value,
            (value) => {
              self.setState({ value });
            },
            { id: 'slider' },
          ),
          text(state.value.toFixed(2), { id: 'value' }),
          {
            type: 'drawing',
            id: 'pinch',
            width: 'fill',
            height: 100,
            draw: () => '',
            onTransform: ({ scale }) => {
              self.setState({ scale: self.state.scale * scale });
            },
          },
          text(state.scale.toFixed(2), { id: 'scale' }),
          {
            type: 'drawing',
            id: 'canvas',
            width: 'fill',
            height: 100,
            draw: () => '',
            onPointer: ({ action, id }) => {
              note(`${action}${id}`);
            },
          },
          {
            type: 'pager',
            id: 'pager',
            width: 'fill',
            height: 60,
            page: state.page,
            onPage: (page) => {
              self.setState({ page });
            },
            pages: [text('First page'), text('Second page'), text('Third page')],
          },
          column([
            field({ id: 'limited', hint: 'At most five', maxLength: 5 }),
            field({ id: 'lines', multiLine: true }),
          ]),
        ]);
      },
    }),
    '.Crashes': activity({
      initial: () => ({}),
      render: (_state, self) =>
        screen('Fragile', [
          text('Break', {
            id: 'break',
            onTap: () => {
              self.log('about to break');
              throw new Error('broken on purpose');
            },
          }),
        ]),
    }),
    '.Spins': activity({
      initial: () => ({ turns: 0 }),
      render: ({ turns }) => screen('Spins', [text(String(turns), { id: 'turns' })]),
      onResume: (self) => {
        const turn = () => {
          self.setState({ turns: self.state.turns + 1 }, { silent: true });
          self.after(100, turn);
        };
        turn();
      },
    }),
    '.Pans': activity({
      softInput: 'pan',
      initial: () => ({}),
      render: () =>
        screen('Pans', [text('Top', { id: 'top', weight: 1 }), field({ id: 'low', hint: 'Low' })]),
    }),
    '.Secret': activity({
      secure: true,
      initial: () => ({}),
      render: () => screen('Secret', [text('hidden from pictures')]),
    }),
  },
});
