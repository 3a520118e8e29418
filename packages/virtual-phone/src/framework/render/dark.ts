import { theme } from '../widgets/theme.ts';

/** What each colour of the light palette, and of what is drawn with it, becomes in the dark. */
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
  // A switch's and a slider's track, hints, and the grounds of keyboard, shade and recent apps.
  ['#e7e0ec', '#49454f'],
  ['#79747e', '#938f99'],
  ['#ece6f0', '#211f26'],
  ['#d0c4e8', '#1d1b20'],
]);

/** A drawing in the colours of the dark theme. Apps draw in light ones only, and need not know. */
export function inTheDark(svg: string): string {
  return svg.replace(/#[0-9a-f]{6}\b/g, (color) => darkened.get(color) ?? color);
}
