/** The meaning of a label by the position of its words. Phrases are separated by commas and folded before they are compared. */
export interface Phrases {
  /** The whole label. */
  readonly only?: string;
  /** Its beginning; the rest is the object or the amount: "Pay 49 €". */
  readonly first?: string;
  /** Its end, where verbs stand last: "Nachricht senden". */
  readonly last?: string;
  /** Words that say it wherever they stand in the short label of a button: "Apple Pay". */
  readonly within?: string;
  /** Words that make something else of it, wherever they stand: "Call history". */
  readonly unless?: string;
}

/** The kinds that a label alone can say. */
export const saidKinds = ['payment', 'send', 'call', 'delete', 'install', 'permission'] as const;
export type SaidKind = (typeof saidKinds)[number];

/** The words of buttons and titles in one language. Each list is for real labels of real applications. */
export interface Language extends Readonly<Record<SaidKind, Phrases>> {
  /** Whether words stand apart. Where they do not, a phrase is looked for at both ends of the letters. */
  readonly spaced: boolean;
  /** Whole labels that accept the question or offer of the window. */
  readonly confirm: string;
  /** Whole labels that say no, or leave. */
  readonly cancel: string;
  /** Words before the verb of a label: "Yes, delete". */
  readonly yes: string;
  /** Whole labels that send only what was just written in the same window: elsewhere they open something. */
  readonly sendsWritten: string;
  /** Labels of buttons that submit a password or a code beside them. */
  readonly signIn: Phrases;
  /** Phrases in the hint or name of a field for a one-time code or a PIN. */
  readonly codeFields: string;
  /** Phrases of a window where something is paid. */
  readonly checkout: string;
  /** Phrases in the titles of Settings pages where control of the device is given away. */
  readonly riskTitles: string;
  /** Phrases in the titles of Settings pages that give an application access to something. */
  readonly accessTitles: string;
  /** Beginnings of rows and buttons of Settings that do such a thing, on any page. */
  readonly riskLabels: string;
  /** Words of the dialog before an application may watch and use the screen. */
  readonly riskTexts: string;
  /** Rows of the Accessibility page that only change how the screen looks or sounds. */
  readonly readingAids: string;
}

export function listed(phrases = ''): string[] {
  return phrases
    .split(/[,、]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}
