/** Prints what tools/list costs a model, in o200k_base tokens: all of it, then each tool. */
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { Registry } from '../src/device/registry.ts';
import { createToolbox } from '../src/tools/frame.ts';

export function toolTokens(): { total: number; each: readonly [string, number][] } {
  const { tools } = createToolbox({ registry: new Registry({ sources: [], configured: [] }) });
  const cost = (value: unknown) => encode(JSON.stringify(value)).length;
  return { total: cost({ tools }), each: tools.map((tool) => [tool.name, cost(tool)]) };
}

if (process.argv[1] === import.meta.filename) {
  const { total, each } = toolTokens();
  for (const [name, tokens] of each) console.log(`${String(tokens).padStart(5)}  ${name}`);
  console.log(`${String(total).padStart(5)}  tools/list, ${each.length} tools`);
}
