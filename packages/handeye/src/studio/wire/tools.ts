/** A tool as a form shows it: its listing, and who may call it how. */
export interface ToolForm {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly reads: boolean;
}

/** How a client may have chosen to be served. */
export type ServedScreen = 'lean' | 'compact';

export interface ToolRequest {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly device?: string | undefined;
  /** `hand`: the person clicks and types on the picture. `form`: a tool is tried, and answers as to a model. */
  readonly from: 'hand' | 'form';
  /** For a form: what the screen looks like to the model that it stands for. */
  readonly screen?: ServedScreen | undefined;
}

export interface Called {
  /** The entry of the timeline. */
  readonly number: number;
  readonly isError: boolean;
  readonly milliseconds: number;
  readonly tokens: number;
  /** What a model sees, item by item; a picture as a data address. */
  readonly items: readonly ({ readonly text: string } | { readonly picture: string })[];
  /** The result as it goes over the wire, as indented JSON; the bytes of a picture are only counted. */
  readonly raw: string;
}
