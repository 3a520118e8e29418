import type { Size } from '../../framework/views/geometry.ts';
import type { Point, ViewPointer } from '../../framework/views/view.ts';

/** A stroke is everything from the first finger's touch until the last one is lifted. */

export interface Trace {
  /** dp on the canvas, for drawing. */
  readonly points: readonly Point[];
  /** Screen pixels, for the description. */
  readonly from: Point;
  readonly to: Point;
}

export interface Ink {
  readonly name: string;
  readonly color: string;
}

export interface Stroke {
  readonly ink: Ink;
  readonly width: number;
  /** One per finger, in order of their touches. */
  readonly traces: readonly Trace[];
}

/** A stroke in progress: which fingers are down, and which trace each of them continues. */
export interface OpenStroke extends Stroke {
  readonly fingers: ReadonlyMap<number, number>;
}

/** The stroke after one more event. A finger that does not move adds no point. */
export function continued(stroke: OpenStroke, event: ViewPointer): OpenStroke {
  const { action, id, x, y, raw } = event;
  const fingers = new Map(stroke.fingers);
  if (action === 'down') {
    fingers.set(id, stroke.traces.length);
    const trace = { points: [{ x, y }], from: raw, to: raw };
    return { ...stroke, fingers, traces: [...stroke.traces, trace] };
  }
  const index = fingers.get(id);
  const trace = index === undefined ? undefined : stroke.traces[index];
  if (index === undefined || trace === undefined) return stroke;
  if (action !== 'move') fingers.delete(id);
  const rests = trace.to.x === raw.x && trace.to.y === raw.y;
  const longer = rests ? trace : { ...trace, to: raw, points: [...trace.points, { x, y }] };
  return { ...stroke, fingers, traces: stroke.traces.with(index, longer) };
}

/** A stroke in words: colour, fingers, points, and the path of its first finger in screen pixels. */
export function strokeLabel(stroke: Stroke, number: number): string {
  const [first] = stroke.traces;
  const points = stroke.traces.reduce((sum, trace) => sum + trace.points.length, 0);
  const fingers = counted(stroke.traces.length, 'finger');
  const way = first === undefined ? '' : `, ${wayOf(first)}`;
  return `Stroke ${number}: ${stroke.ink.name}, ${fingers}, ${counted(points, 'point')}${way}`;
}

/** The paths of the other fingers, if there are any. */
export function otherFingers(stroke: Stroke): string | undefined {
  const [, ...others] = stroke.traces;
  if (others.length === 0) return undefined;
  return others.map((trace, index) => `Finger ${index + 2}: ${wayOf(trace)}`).join('\n');
}

function wayOf({ from, to }: Trace): string {
  return `from ${coordinates(from)} to ${coordinates(to)}`;
}

function coordinates({ x, y }: Point): string {
  return `(${Math.round(x)}, ${Math.round(y)})`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** A stroke as SVG. A finger that leaves the canvas draws along its edge. */
export function drawStroke({ ink, width, traces }: Stroke, canvas: Size): string {
  const within = (value: number, length: number) =>
    Math.max(width / 2, Math.min(length - width / 2, value)).toFixed(1);
  const place = ({ x, y }: Point) => `${within(x, canvas.width)} ${within(y, canvas.height)}`;
  const lines = traces.map(({ points }) => {
    // The last point twice: a line of zero length still has round ends, so a tap is a dot.
    const path = [...points, ...points.slice(-1)].map(place);
    return `<path d="M${path.join('L')}"/>`;
  });
  return `<g fill="none" stroke="${ink.color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}</g>`;
}
