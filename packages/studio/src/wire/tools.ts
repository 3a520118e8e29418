/** A tool for a form: its listing, and how it may be called. */
export interface ToolForm {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly reads: boolean;
}

/** The screen formats of clients. */
export type ServedScreen = 'lean' | 'compact';

export interface ToolRequest {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly device?: string | undefined;
  /** `hand`: the person clicks and types on the picture. `form`: a tool is tried, and answers as to a model. */
  readonly from: 'hand' | 'form';
  /** For a form: the screen format of the model that it stands for. */
  readonly screen?: ServedScreen | undefined;
}

export interface Called {
  /** The number of its entry in the timeline. */
  readonly number: number;
  readonly isError: boolean;
  readonly milliseconds: number;
  readonly tokens: number;
  /** The content for a model, item by item; a picture as a data address. */
  readonly items: readonly ({ readonly text: string } | { readonly picture: string })[];
  /** The result on the wire, as indented JSON; of a picture only the number of bytes. */
  readonly raw: string;
}
