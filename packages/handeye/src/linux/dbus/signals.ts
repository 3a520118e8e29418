import type { Message } from './message.ts';
import type { Value } from './value.ts';

/** Which signals to hear. */
export interface SignalMatch {
  /** The unique name of who sends it (`:1.42`): anybody may send a signal in the name of another object. */
  readonly sender: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
}

export interface SignalListener {
  readonly match: SignalMatch;
  readonly heard: (values: readonly Value[]) => void;
  /** The connection has ended, so nothing will be heard any more. */
  readonly ended?: () => void;
}

/** The match as a bus understands it. */
export function matchRule({ sender, path, interface: name, member }: SignalMatch): string {
  return `type='signal',sender='${sender}',path='${path}',interface='${name}',member='${member}'`;
}

/** A bus also delivers signals that others matched or that were sent to us alone, so each is checked. */
export function matches(message: Message, match: SignalMatch): boolean {
  return (
    message.sender === match.sender &&
    message.path === match.path &&
    message.interface === match.interface &&
    message.member === match.member
  );
}
