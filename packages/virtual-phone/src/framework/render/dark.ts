import { theme } from '../widgets/theme.ts';

/** The dark counterpart of each colour in the light palette and in drawings that use it. */
const darkened: ReadonlyMap<string, string> = new Map([
  [theme.primary, '#9a82db'],
  [theme.primaryContainer, '#4f378b'],
  [theme.onPrimaryContainer, '#eaddff'],
  [theme.secondaryContainer, '#4a4458'],
  [theme.surface, '#141218'],
  [theme.surfaceVariant, '#2b2930'],
  [theme.raised, '#36343b'],
  [theme.outline, '#49454f'],
  [theme.text, '#e6e0e9'],
  [theme.textSecondary, '#cac4d0'],
  [theme.error, '#f2b8b5'],
  [theme.success, '#81c784'],
  // The tracks of switches and sliders, hints, and the backgrounds of keyboard, shade and recent apps.
  ['#e7e0ec', '#49454f'],
  ['#79747e', '#938f99'],
  ['#ece6f0', '#211f26'],
  ['#d0c4e8', '#1d1b20'],
]);

/** A drawing in the colours of the dark theme. Apps draw only in light colours. */
export function inTheDark(svg: string): string {
  return svg.replace(/#[0-9a-f]{6}\b/g, (color) => darkened.get(color) ?? color);
}
