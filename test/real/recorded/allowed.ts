import type { Answer } from './client.ts';

/** Allowed differences from the recorded answers, each with its reason. Any other is a change of `/mcp`. */
const allowed: readonly { readonly why: string; readonly without: (line: string) => string | undefined }[] = [
  {
    why: 'compact tells states: the flags of a row may end in k or x (checkable) and t (selected)',
    without: (line) =>
      line.replace(/^(node_\w+(?:\t[^\t]*){5}\t[vclfsen]*)[kx]?t?$/, (_row, flags: string) => flags),
  },
  {
    why: 'and one line explains these letters where they occur',
    without: (line) => (line.startsWith('note:flags also tell states: ') ? undefined : line),
  },
  {
    why: 'the parameter format describes lean, which was written anew',
    without: (line) =>
      line.replace(/("format":\{"description":")lean: [^"]*"/, (_all, start: string) => `${start}lean"`),
  },
];

/** An answer without what may differ. */
export function comparable({ call, lines }: Answer): Answer {
  const left = lines.flatMap((line) => {
    const rest = allowed.reduce<string | undefined>((one, { without }) => one && without(one), line);
    return rest ?? [];
  });
  return { call, lines: left };
}
