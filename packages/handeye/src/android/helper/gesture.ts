import type { Moment, Stroke } from '../../device/port.ts';

/**
 * The helper moves fingers every 20 ms and rounds every duration up to a multiple of that (server 10.6,
 * ActionsTokenizer.alignDuration). Rounding points to that grid ourselves keeps errors from adding up along a path.
 */
const GRID = 20;

interface Pointer {
  readonly type: 'pointer';
  readonly id: string;
  readonly parameters: { readonly pointerType: 'touch' };
  readonly actions: readonly PointerAction[];
}

type PointerAction =
  | { readonly type: 'pause'; readonly duration: number }
  | { readonly type: 'pointerMove'; readonly duration: number; readonly x: number; readonly y: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 };

/** The strokes as W3C actions. Each finger keeps its own times; all begin together. */
export function pointersOf(strokes: readonly Stroke[]): Pointer[] {
  return strokes.map((stroke, index) => ({
    type: 'pointer',
    id: `finger${index + 1}`,
    parameters: { pointerType: 'touch' },
    actions: actionsOf(stroke, strokes.length === 1),
  }));
}

function actionsOf(stroke: Stroke, alone: boolean): PointerAction[] {
  const [first, ...rest] = stroke;
  const start = onGrid(first);
  const actions: PointerAction[] = [
    ...(start > 0 ? [pause(start)] : []),
    moveTo(first, 0),
    { type: 'pointerDown', button: 0 },
  ];
  let before: Moment = first;
  let time = start;
  for (const moment of rest) {
    // Points may be closer in time than the grid: they are passed in its next step.
    const duration = Math.max(0, onGrid(moment) - time);
    const rests = moment.x === before.x && moment.y === before.y;
    // If there are other fingers, a resting one must still be reported in each step, as a touch panel does.
    actions.push(rests && alone ? pause(duration) : moveTo(moment, duration));
    before = moment;
    time += duration;
  }
  // A tap keeps the finger down for at least one step.
  if (time === start) actions.push(pause(GRID));
  return [...actions, { type: 'pointerUp', button: 0 }];
}

function pause(duration: number): PointerAction {
  return { type: 'pause', duration };
}

function moveTo({ x, y }: Moment, duration: number): PointerAction {
  return { type: 'pointerMove', duration, x, y };
}

function onGrid({ time }: Moment): number {
  return Math.round(time / GRID) * GRID;
}
