/** The colours of the phone: a light Material palette. */
export const theme = {
  primary: '#6750a4',
  onPrimary: '#ffffff',
  primaryContainer: '#eaddff',
  onPrimaryContainer: '#21005d',
  secondaryContainer: '#e8def8',
  surface: '#fffbfe',
  surfaceVariant: '#f3edf7',
  /**
   * Keys, tiles and cards on a coloured background. Not quite white, so that the dark theme can tell it from white
   * icons.
   */
  raised: '#fefefe',
  outline: '#cac4d0',
  text: '#1c1b1f',
  textSecondary: '#49454f',
  error: '#b3261e',
  success: '#2e7d32',
} as const;
