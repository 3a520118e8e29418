/** A device in the list of devices. */
export interface DeviceCard {
  readonly id: string;
  readonly title: string;
  readonly kind: 'phone' | 'desktop';
  /** `ready`, or one word for the problem. */
  readonly state: string;
  readonly tier: string | undefined;
  /** The current holder. */
  readonly holder: string | undefined;
  /** The problem and its remedy. */
  readonly advice: string | undefined;
  /** The address of a small picture below /studio, if there is one. */
  readonly thumbnail: string | undefined;
  /** It was used or watched since the start. */
  readonly isUsed: boolean;
  /** It has levers: only the built-in virtual phone. */
  readonly hasLevers: boolean;
}

/** A control of the virtual phone. */
export interface Lever {
  readonly name: string;
  readonly group: 'faults' | 'hostile screens' | 'phone';
  readonly about: string;
  readonly kind:
    | { readonly is: 'button' }
    | { readonly is: 'switch'; readonly on: boolean }
    | { readonly is: 'choice'; readonly of: readonly string[]; readonly now: string };
}
