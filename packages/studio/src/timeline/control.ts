import type { KeptCall } from './call-history.ts';

/** The fields of a new entry. */
export const NOTHING_SEEN = {
  steps: [],
  judged: [],
  notes: [],
  elements: [],
  screen: undefined,
  lastScreen: undefined,
  changes: undefined,
  before: undefined,
  after: undefined,
} as const;

/** An action on devices or agents beside calls. */
export interface Control {
  readonly what: 'Take over' | 'Hand back' | 'Stop' | 'Resume' | 'Lever';
  /** Its subject, in words for a person. */
  readonly about: string;
  readonly device?: string | undefined;
  /** Studio itself gives a device back when no page is left. */
  readonly by: 'a person' | 'Studio';
}

/** Called when a control is used. */
export type OnControl = (control: Control) => void;

/** A control as an entry of the timeline. */
export function keptControl({ what, about, device, by }: Control, number: number): KeptCall {
  return {
    number,
    kind: 'control',
    at: Date.now(),
    client: by,
    byPerson: by === 'a person',
    tool: what,
    summary: about,
    device,
    app: undefined,
    writes: false,
    outcome: 'ok',
    isWaiting: false,
    milliseconds: 0,
    waited: 0,
    tokens: 0,
    told: undefined,
    arguments: '{}',
    hidden: [],
    content: [about],
    ...NOTHING_SEEN,
  };
}
