/** A device on the wall. */
export interface DeviceCard {
  readonly id: string;
  readonly title: string;
  readonly kind: 'phone' | 'desktop';
  /** `ready`, or one word that says why not. */
  readonly state: string;
  readonly tier: string | undefined;
  /** Who has it now. */
  readonly holder: string | undefined;
  /** What is wrong, and what to do. */
  readonly advice: string | undefined;
  /** The address of a small picture below /studio, where one was seen. */
  readonly thumbnail: string | undefined;
  /** Somebody has used or watched it since the start. */
  readonly isUsed: boolean;
  /** It has levers: the built-in virtual phone. */
  readonly hasLevers: boolean;
}

/** Something of the virtual phone that a click changes. */
export interface Lever {
  readonly name: string;
  readonly group: 'faults' | 'hostile screens' | 'phone';
  readonly about: string;
  readonly kind:
    | { readonly is: 'button' }
    | { readonly is: 'switch'; readonly on: boolean }
    | { readonly is: 'choice'; readonly of: readonly string[]; readonly now: string };
}
