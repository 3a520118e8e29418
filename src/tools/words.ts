import type { Point } from '../device/port.ts';

/** `(500, 1000)`: how answers name a point. */
export function at({ x, y }: Point): string {
  return `(${x}, ${y})`;
}

/** A scale keeps one decimal at least, and two at most. */
export function scaleText(scale: number): string {
  const rounded = Math.round(scale * 100) / 100;
  return Number.isInteger(rounded) ? rounded.toFixed(1) : String(rounded);
}

/** An answer and, behind it, what else the model should know. */
export function withRemarks(answer: string, ...remarks: readonly (string | undefined)[]): string {
  return [answer, ...remarks.filter((remark) => remark !== undefined)].join('. ');
}
