/** Any failure of this Wayland client. */
export class WaylandError extends Error {
  override readonly name: string = 'WaylandError';
}

/** There is no compositor to talk to, or it closed the connection. */
export class CompositorGone extends WaylandError {
  override readonly name = 'CompositorGone';
}

/** The compositor ended the connection because of a request of ours. */
export class ProtocolError extends WaylandError {
  override readonly name = 'ProtocolError';
  constructor(
    readonly interfaceName: string,
    readonly code: number,
    text: string,
  ) {
    super(`the compositor refused a request to ${interfaceName} (error ${code}): ${text}`);
  }
}

/** A program that does something on our behalf (wtype, grim, wl-copy) failed. */
export class HelperFailed extends WaylandError {
  override readonly name = 'HelperFailed';
}

/** The compositor refused a command, or does not know the window. */
export class CommandRefused extends WaylandError {
  override readonly name = 'CommandRefused';
}
