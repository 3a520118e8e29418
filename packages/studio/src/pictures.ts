import { type Asset, STUDIO_PATH } from './access/answers.ts';

/** A picture as a browser gets it. */
export interface KeptPicture {
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** Pictures that the page loads by address, in bounded memory: the oldest are dropped first. */
export class Pictures {
  readonly #path: string;
  readonly #mostBytes: number;
  readonly #kept = new Map<string, KeptPicture>();
  #bytes = 0;

  /** `folder` is their path below /studio. */
  constructor({ folder, mostBytes }: { readonly folder: string; readonly mostBytes: number }) {
    this.#path = `/${folder}/`;
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Stores a picture under a name; the same name means the same picture. */
  keep(name: string, picture: KeptPicture): void {
    if (this.#kept.has(name)) return;
    this.#kept.set(name, picture);
    this.#bytes += picture.bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.remove(oldest);
    }
  }

  remove(name: string): void {
    this.#bytes -= this.#kept.get(name)?.bytes.length ?? 0;
    this.#kept.delete(name);
  }

  named(name: string | undefined): KeptPicture | undefined {
    return this.#kept.get(name ?? '');
  }

  /** The address for a browser; undefined if the picture was dropped. */
  addressOf(name: string | undefined): string | undefined {
    return name !== undefined && this.#kept.has(name) ? `${STUDIO_PATH}${this.#path}${name}` : undefined;
  }

  /** The picture at a path below /studio. */
  at(path: string): Asset | undefined {
    const kept = path.startsWith(this.#path) ? this.#kept.get(path.slice(this.#path.length)) : undefined;
    return kept && { type: kept.mimeType, bytes: kept.bytes };
  }
}
