import type { Moment, Stroke } from '../../device/port.ts';

/**
 * The helper moves fingers every 20 ms and stretches every duration to a multiple of that (server 10.6,
 * ActionsTokenizer.alignDuration). On that grid from the start, no error adds up along a path.
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

/** The strokes as W3C actions. Each finger keeps its own time; all begin together. */
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
    // A path may have points closer in time than the grid: they are passed in its next step.
    const duration = Math.max(0, onGrid(moment) - time);
    const rests = moment.x === before.x && moment.y === before.y;
    // Among others a resting finger still has to be reported with each step, as a panel does.
    actions.push(rests && alone ? pause(duration) : moveTo(moment, duration));
    before = moment;
    time += duration;
  }
  // The finger is on the glass for a step at least, however short the tap.
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
