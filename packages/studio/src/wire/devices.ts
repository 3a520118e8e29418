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

/** A QR code for a phone to scan: the path of its dark squares in a square of so many units. */
export interface PairingCode {
  readonly size: number;
  readonly path: string;
}

/** A phone that was paired just now. */
export interface PairedPhoneFact {
  readonly name: string;
  /** It is paired, but cannot be used yet: why, and the remedy. */
  readonly problem: string | undefined;
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
