import type { ContentItem, ToolResult } from '../../tools/frame/toolbox.ts';
import { estimatedTokens } from '../../ui/format/lean/tokens/tokens.ts';
import type { Called } from '../wire/tools.ts';

/** What a call answered, as the page shows it. */
export function calledFrom(
  result: ToolResult,
  { number, milliseconds }: Pick<Called, 'number' | 'milliseconds'>,
): Called {
  const texts = result.content.flatMap((item) => (item.type === 'text' ? [item.text] : []));
  return {
    number,
    milliseconds,
    isError: result.isError === true,
    tokens: Math.round(texts.reduce((sum, text) => sum + estimatedTokens(text), 0)),
    items: result.content.map((item) =>
      item.type === 'text' ? { text: item.text } : { picture: `data:${item.mimeType};base64,${item.data}` },
    ),
    raw: JSON.stringify({ ...result, content: result.content.map(withoutBytes) }, undefined, 2),
  };
}

function withoutBytes(item: ContentItem): ContentItem {
  return item.type === 'text' ? item : { ...item, data: `… (${item.data.length} characters of base64)` };
}
