import type { Point } from '../../device/port.ts';

/** `(500, 1000)`: how answers name a point. */
export function at({ x, y }: Point): string {
  return `(${x}, ${y})`;
}

/** A scale keeps one decimal at least. */
export function scaleText(scale: number): string {
  return Number.isInteger(scale) ? scale.toFixed(1) : String(scale);
}

/** An answer and, behind it, what else the model should know. */
export function withRemarks(answer: string, ...remarks: readonly (string | undefined)[]): string {
  return [answer, ...remarks.filter((remark) => remark !== undefined)].join('. ');
}
