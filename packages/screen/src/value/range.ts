import type { Range } from '../node.ts';

/** The wanted value of a slider: a number of its own scale, or a share of it from 0 to 1. */
export type WantedValue = { readonly number: number } | { readonly share: number };

/** `40`, `-2.5`, `40%`; undefined for anything else. */
export function wantedValue(text: string): WantedValue | undefined {
  const [, digits, percent] = /^([+-]?\d+(?:[.,]\d+)?)\s*(%)?$/.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits.replace(',', '.'));
  return percent === undefined ? { number } : { share: number / 100 };
}

/** The number on a scale; undefined if it is outside. A scale of whole numbers takes whole ones only. */
export function numberOn(range: Range, wanted: WantedValue): number | undefined {
  const { min, max } = range;
  const number = 'number' in wanted ? wanted.number : min + wanted.share * (max - min);
  if (number < min || number > max) return undefined;
  return 'share' in wanted && countsWhole(range) ? Math.round(number) : number;
}

function countsWhole({ min, max, current }: Range): boolean {
  return max - min > 1 && [min, max, current].every(Number.isInteger);
}

/** The share of its scale that a number stands for, from 0 to 1. */
export function shareOf({ min, max }: Range, number: number): number {
  return max > min ? (number - min) / (max - min) : 0;
}

/** The value of a scale as text: `40 %`, or `6 (40 % of 0 to 15)`. */
export function rangeText(range: Range): string {
  const { min, max, current } = range;
  const percent = `${Math.round(shareOf(range, current) * 100)} %`;
  return min === 0 && max === 100
    ? percent
    : `${rounded(current)} (${percent} of ${rounded(min)} to ${rounded(max)})`;
}

function rounded(number: number): string {
  return String(Math.round(number * 100) / 100);
}
