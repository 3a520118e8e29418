import type { View } from './view.ts';

/** The content of an activity. */
export interface Screen {
  readonly content: View;
  /** A separate window above the content, while it is set. */
  readonly dialog?: Dialog | undefined;
  /** Colour behind the status bar. */
  readonly statusBar?: string;
  readonly background?: string;
  /** Status bar icons are white, for a dark or colourful background. */
  readonly lightSigns?: boolean;
}

export interface Dialog {
  readonly view: View;
  /** Called for Back or a touch outside; without it, a dialog cannot be dismissed that way. */
  readonly onDismiss?: () => void;
  /** A sheet slides up from the bottom instead of being centred. */
  readonly sheet?: boolean;
}
