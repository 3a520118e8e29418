import { mdiDeleteOutline, mdiPalette, mdiUndo } from '@mdi/js';
import { activity, defineApp, type Activity } from '../../framework/system/app.ts';
import type { View, ViewPointer } from '../../framework/views/view.ts';
import { column, iconButton, row, slider, spacer, text } from '../../framework/widgets/kit.ts';
import { alert, screen } from '../../framework/widgets/screen.ts';
import { theme } from '../../framework/widgets/theme.ts';
import {
  continued,
  strokeLabel,
  drawStroke,
  otherFingers,
  type Ink,
  type OpenStroke,
  type Stroke,
} from './strokes.ts';

/** The inks. The last two are unlabelled on purpose: two nameless buttons in the tree. */
const inks = [
  { name: 'black', color: '#1c1b1f', labelled: true },
  { name: 'red', color: '#d93025', labelled: true },
  { name: 'blue', color: '#1a73e8', labelled: true },
  { name: 'green', color: '#1e8e3e', labelled: true },
  { name: 'yellow', color: '#f9ab00', labelled: true },
  { name: 'purple', color: '#9334e6', labelled: false },
  { name: 'orange', color: '#e8710a', labelled: false },
] as const satisfies readonly (Ink & { labelled: boolean })[];

const widths = { thinnest: 2, thickest: 26 };

interface Data {
  readonly strokes: readonly Stroke[];
}

interface State {
  readonly ink: Ink;
  /** From 0 to 1. */
  readonly brush: number;
  readonly current: OpenStroke | undefined;
  readonly clearing: boolean;
}

type PaintActivity = Activity<State, Data>;

/** A canvas for any number of fingers that describes each stroke in words. */
export const paint = defineApp<Data>({
  package: 'com.example.paint',
  label: 'Paint',
  icon: { glyph: mdiPalette, color: '#d81b60' },
  main: '.PaintActivity',
  data: () => ({ strokes: [] }),
  activities: {
    '.PaintActivity': activity<State, Data>({
      initial: () => ({ ink: inks[0], brush: 0.25, current: undefined, clearing: false }),
      render: (state, self) =>
        screen('Paint', [canvas(state, self), palette(state, self), strokeList(self.data.strokes)], {
          actions: actions(self),
          dialog: state.clearing ? clearDialog(self) : undefined,
        }),
    }),
  },
});

function actions(self: PaintActivity): readonly View[] {
  const enabled = self.data.strokes.length > 0;
  return [
    iconButton(
      mdiUndo,
      () => {
        self.setData({ strokes: self.data.strokes.slice(0, -1) });
      },
      { id: 'undo', description: 'Undo', enabled },
    ),
    iconButton(
      mdiDeleteOutline,
      () => {
        self.setState({ clearing: true });
      },
      { id: 'clear', description: 'Clear canvas', enabled },
    ),
  ];
}

function canvas({ current }: State, self: PaintActivity): View {
  const strokes = current === undefined ? self.data.strokes : [...self.data.strokes, current];
  return {
    type: 'drawing',
    id: 'canvas',
    description: 'Canvas',
    width: 'fill',
    weight: 1,
    margin: [0, 16],
    radius: 16,
    background: '#ffffff',
    border: theme.outline,
    draw: (size) => strokes.map((stroke) => drawStroke(stroke, size)).join(''),
    onPointer: (event) => {
      draw(self, event);
    },
  };
}

/** Drawing alone sends no accessibility event; a finished stroke, which changes a text, does. */
function draw(self: PaintActivity, event: ViewPointer): void {
  const { current, ink, brush } = self.state;
  const width = widths.thinnest + brush * (widths.thickest - widths.thinnest);
  const stroke = continued(current ?? { ink, width, traces: [], fingers: new Map() }, event);
  if (stroke.fingers.size > 0) {
    self.setState({ current: stroke }, { silent: true });
    return;
  }
  self.setState({ current: undefined }, { silent: true });
  self.setData({ strokes: [...self.data.strokes, stroke] });
}

function palette({ ink, brush }: State, self: PaintActivity): View {
  return column(
    [
      row(
        inks.map((one) => swatch(one, ink, self)),
        { id: 'palette', width: 'fill', justify: 'between' },
      ),
      slider(
        brush,
        (wished) => {
          self.setState({ brush: wished });
        },
        { id: 'brush_size', description: 'Brush size' },
      ),
    ],
    { padding: { left: 16, right: 16, top: 12 }, gap: 4 },
  );
}

function swatch(one: (typeof inks)[number], chosen: Ink, self: PaintActivity): View {
  const selected = one.name === chosen.name;
  return {
    type: 'drawing',
    class: 'android.widget.ImageButton',
    key: one.name,
    width: 44,
    height: 44,
    selected,
    ...(one.labelled && { id: `color_${one.name}`, description: one.name }),
    onTap: () => {
      self.setState({ ink: one });
    },
    draw: () =>
      `<circle cx="22" cy="22" r="16" fill="${one.color}"/>${
        selected
          ? `<circle cx="22" cy="22" r="20" fill="none" stroke="${one.color}" stroke-width="2.5"/>`
          : ''
      }`,
  };
}

/** Newest last, and scrolled into view. */
function strokeList(strokes: readonly Stroke[]): View {
  if (strokes.length === 0) {
    return text('Draw with as many fingers as you like', {
      id: 'empty',
      width: 'fill',
      height: 120,
      textAlign: 'center',
      color: theme.textSecondary,
    });
  }
  return {
    type: 'list',
    id: 'strokes',
    width: 'fill',
    height: 120,
    fromEnd: true,
    count: strokes.length,
    row: (index) => {
      const stroke = strokes[index];
      return stroke === undefined ? spacer({}) : strokeRow(stroke, index + 1);
    },
  };
}

function strokeRow(stroke: Stroke, number: number): View {
  const others = otherFingers(stroke);
  return column(
    [
      text(strokeLabel(stroke, number), { id: 'stroke', size: 13 }),
      ...(others === undefined
        ? []
        : [text(others, { id: 'other_fingers', size: 12, color: theme.textSecondary })]),
    ],
    { padding: [6, 20] },
  );
}

function clearDialog(self: PaintActivity) {
  const close = () => {
    self.setState({ clearing: false });
  };
  return alert({
    title: 'Clear the canvas?',
    message: 'All strokes will be lost.',
    buttons: [
      { label: 'Cancel', onTap: close },
      {
        label: 'Clear',
        onTap: () => {
          close();
          self.setData({ strokes: [] });
        },
      },
    ],
    onDismiss: close,
  });
}
