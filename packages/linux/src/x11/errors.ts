/** Any failure of this X11 client. */
export class X11Error extends Error {
  override readonly name: string = 'X11Error';
}

/** There is no X server to talk to, or it closed the connection. */
export class ConnectionLost extends X11Error {
  override readonly name = 'ConnectionLost';
}

/** The server replied to a request with an error: the window does not exist, access is denied, … */
export class RequestError extends X11Error {
  override readonly name = 'RequestError';
  constructor(
    readonly code: number,
    readonly opcode: number,
  ) {
    super(`the X server answered request ${opcode} with error ${code}`);
  }
}

/** The server lacks something that we need. */
export class UnsupportedError extends X11Error {
  override readonly name = 'UnsupportedError';
}

/** The keyboard cannot be used for this text or key now. Nothing was typed. */
export class KeyboardError extends X11Error {
  override readonly name = 'KeyboardError';
  constructor(
    readonly problem:
      | { readonly kind: 'modifier-held'; readonly modifier: string }
      | { readonly kind: 'no-key' }
      | { readonly kind: 'no-spare-key'; readonly character: string },
  ) {
    super(`the keyboard cannot be used: ${problem.kind}`);
  }
}

/** The application that owns the selection does not hand it over. */
export class SelectionTimeout extends X11Error {
  override readonly name = 'SelectionTimeout';
}
