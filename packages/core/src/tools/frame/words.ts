import type { Point } from '../../device/port.ts';

/** `(500, 1000)`: how answers name a point. */
export function at({ x, y }: Point): string {
  return `(${x}, ${y})`;
}

export const UNVERIFIED =
  'This is a password field: its content cannot be read back, so the entry is not verified';

/** A scale keeps one decimal at least. */
export function scaleText(scale: number): string {
  return Number.isInteger(scale) ? scale.toFixed(1) : String(scale);
}

/** `3rd` */
export function ordinal(number: number): string {
  const [last, lastTwo] = [number % 10, number % 100];
  const ending = lastTwo > 10 && lastTwo < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th');
  return `${number}${ending}`;
}

/** An answer and, behind it, what else the model should know. */
export function withRemarks(answer: string, ...remarks: readonly (string | undefined)[]): string {
  return [answer, ...remarks.filter((remark) => remark !== undefined)].join('. ');
}
