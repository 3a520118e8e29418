import type { Call } from '../call/call.ts';

export interface UriToOpen {
  readonly uri: string;
  /** The application that is to open it; whichever is meant for it unless given. */
  readonly packageName?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** Opens addresses with whichever application is meant for them. */
export interface Links {
  /** Resolves with a remark if a person, or the agent, still has to choose. */
  openUri(wanted: UriToOpen, call: Call): Promise<string | undefined>;
}
