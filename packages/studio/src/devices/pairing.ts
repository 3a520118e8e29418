import { StudioError } from '../pages.ts';
import type { Handlers } from '../requests.ts';
import type { PairedPhoneFact, PairingCode } from '../wire/devices.ts';

/** Pairs this computer with phones over Wi-Fi. */
export interface PhonePairing {
  /** A code for a phone to scan: its dark modules, and the wait for that phone until the signal fires. */
  invite(over: AbortSignal): Promise<{
    readonly modules: readonly (readonly boolean[])[];
    readonly paired: Promise<PairedPhoneFact>;
  }>;
  /** By the six digits that the phone shows, at its address if that has to be given. */
  byCode(code: string, address: string | undefined): Promise<PairedPhoneFact>;
}

/** What pages request to add a phone. One code is open at a time, for all pages. */
export class Pairing {
  readonly #pairing: PhonePairing | undefined;
  #invited: { readonly paired: Promise<PairedPhoneFact>; readonly over: AbortController } | undefined;

  constructor(pairing: PhonePairing | undefined) {
    this.#pairing = pairing;
  }

  get isOffered(): boolean {
    return this.#pairing !== undefined;
  }

  readonly handlers: Handlers = {
    invitePhone: () => this.#invite(),
    phoneScanned: () => {
      if (!this.#invited) throw new StudioError('No code is shown any more. Open "Add a phone" again.');
      return shown(this.#invited.paired);
    },
    pairPhone: ({ code, address }) => shown(this.#offered.byCode(code, address === '' ? undefined : address)),
  };

  close(): void {
    this.#invited?.over.abort();
  }

  get #offered(): PhonePairing {
    if (!this.#pairing) throw new StudioError('This server does not pair phones.');
    return this.#pairing;
  }

  async #invite(): Promise<PairingCode> {
    const over = new AbortController();
    const { modules, paired } = await this.#offered.invite(over.signal);
    this.#invited?.over.abort(); // here, because another page may have been given one meanwhile
    this.#invited = { paired, over };
    paired.catch(() => undefined); // the page may be closed by then
    const squares = modules.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size: modules.length, path: squares.join('') };
  }
}

/** The sentence of the error is for the person at the page. */
async function shown(paired: Promise<PairedPhoneFact>): Promise<PairedPhoneFact> {
  try {
    return await paired;
  } catch (error) {
    throw new StudioError(error instanceof Error ? error.message : String(error));
  }
}
