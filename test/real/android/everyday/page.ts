/** docs/everyday-tasks.md as calls: under each heading the requests, each with the answer that follows it. */

export interface PageCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The answer on the page. */
  readonly answer: string;
  /** The place of the answer, to replace it; the place for one, if there is none. */
  readonly start: number;
  readonly end: number;
}

export interface PageTask {
  readonly title: string;
  readonly calls: readonly PageCall[];
}

const REQUEST = /```json\n(.*?)\n```\n(?:\n```text\n(.*?)\n```\n)?/gs;

export function tasksOf(page: string): readonly PageTask[] {
  const headings = [...page.matchAll(/^## (.*)$/gm)];
  return headings.map((heading, index) => {
    const [from, to] = [heading.index, headings[index + 1]?.index ?? page.length];
    const calls = [...page.slice(from, to).matchAll(REQUEST)].map((match) => callOf(match, from));
    return { title: heading[1] ?? '', calls };
  });
}

function callOf(match: RegExpExecArray, from: number): PageCall {
  const [whole, request = '', answer] = match;
  const { tool, arguments: args } = JSON.parse(request) as Pick<PageCall, 'tool' | 'arguments'>;
  const end = from + match.index + whole.length;
  const block = answer === undefined ? '' : blockOf(answer);
  return { tool, arguments: args, answer: answer ?? '', start: end - block.length, end };
}

const blockOf = (answer: string) => `\n\`\`\`text\n${answer}\n\`\`\`\n`;

/** The page with other answers, one for each of its calls. */
export function withAnswers(page: string, answers: readonly string[]): string {
  const calls = tasksOf(page).flatMap((task) => task.calls);
  return calls.reduceRight(
    (text, { start, end }, index) => text.slice(0, start) + blockOf(answers[index] ?? '') + text.slice(end),
    page,
  );
}
