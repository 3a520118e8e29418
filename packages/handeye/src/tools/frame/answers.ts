import { Acted, type ToolAnswer, Waited } from './define.ts';
import type { ContentItem, ToolResult } from './toolbox.ts';

/** What a tool answered, as the protocol has it. */
export function succeeded(answer: ToolAnswer): ToolResult {
  if (typeof answer === 'string') return { content: [{ type: 'text', text: answer }] };
  if (answer instanceof Waited) return { content: [{ type: 'text', text: answer.text }] };
  if (answer instanceof Acted) return { content: [{ type: 'text', text: answer.text }, ...answer.further] };
  if (isItems(answer)) return { content: answer };
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
}

/** What the client should know of the screen that it is shown is an item of its own, behind the screen. */
export function withNotes(result: ToolResult, notes: readonly string[]): ToolResult {
  if (notes.length === 0) return result;
  return { ...result, content: [...result.content, { type: 'text', text: notes.join('\n') }] };
}

/** Array.isArray does not narrow a readonly array. */
function isItems(answer: Exclude<ToolAnswer, string | Acted | Waited>): answer is readonly ContentItem[] {
  return Array.isArray(answer);
}
