import * as z from 'zod';
import { errorCodes, type ErrorKind } from '../../device/errors.ts';
import type { ToolResult } from '../../tools/frame/toolbox.ts';

/** Parts that an answer may have: with NATS' usual limit over 300 million characters, more than any tool answers. */
const MOST_PARTS = 1024;

const contentItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('image'),
    data: z.string(),
    mimeType: z.string(),
    _meta: z.record(z.string(), z.unknown()).exactOptional(),
  }),
]);

const toolResult = z.object({
  content: z.array(contentItem),
  structuredContent: z.record(z.string(), z.unknown()).exactOptional(),
  isError: z.literal(true).exactOptional(),
  _meta: z
    .object({
      'handeye/error': z.object({
        kind: z.enum(Object.keys(errorCodes) as [ErrorKind]),
        code: z.number(),
      }),
    })
    .exactOptional(),
});

interface Part {
  readonly part: number;
  readonly parts: number;
  readonly json: string;
}

/** Puts the parts of an answer together, in whatever order they come. */
export class AnswerParts {
  readonly #parts = new Map<number, string>();

  /** The whole answer, when this was the last part of it. Throws if it is no tool's answer. */
  add({ part, parts, json }: Part): ToolResult | undefined {
    if (parts > MOST_PARTS || part < 0 || part >= parts) throw new Error(`Part ${part} of ${parts}.`);
    this.#parts.set(part, json);
    if (this.#parts.size < parts) return undefined;
    const whole = Array.from({ length: parts }, (_, at) => this.#parts.get(at) ?? '').join('');
    return toolResult.parse(JSON.parse(whole));
  }
}
