import type { View } from './view.ts';

/** What an activity shows. */
export interface Screen {
  readonly content: View;
  /** A window of its own above the content, as long as it is given. */
  readonly dialog?: Dialog | undefined;
  /** Colour behind the status bar. */
  readonly statusBar?: string;
  readonly background?: string;
  /** The status bar's signs are white: for a dark or colourful top. */
  readonly lightSigns?: boolean;
}

export interface Dialog {
  readonly view: View;
  /** Back, or a touch beside it; a dialog without cannot be dismissed that way. */
  readonly onDismiss?: () => void;
  /** A sheet comes from below instead of standing in the middle. */
  readonly sheet?: boolean;
}
