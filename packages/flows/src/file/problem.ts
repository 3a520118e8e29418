/** What is wrong with a flow file, and where. Lines and columns count from 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

const MOST_SHOWN = 20;

/** A flow that cannot be read. Nothing of it was done. */
export class FlowFileError extends Error {
  override readonly name = 'FlowFileError';
  constructor(readonly problems: readonly Problem[]) {
    const more = problems.length - MOST_SHOWN;
    super(
      [
        ...problems
          .slice(0, MOST_SHOWN)
          .map(({ file, line, column, text }) => `${file}:${line}:${column}: ${text}`),
        ...(more > 0 ? [`and ${more} more`] : []),
      ].join('\n'),
    );
  }
}
