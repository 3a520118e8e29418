/** Prints what tools/list costs a model, in o200k_base tokens, for the tools of a device and those of a desktop. */
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { Registry } from '../packages/handeye/src/device/registry.ts';
import { createToolbox } from '../packages/handeye/src/tools/frame/frame.ts';
import type { Toolset } from '../packages/handeye/src/tools/frame/toolsets.ts';

export function toolTokens(toolset: Toolset = 'device'): {
  total: number;
  each: readonly [string, number][];
} {
  const registry = new Registry({ sources: [], configured: [] });
  const { tools } = createToolbox({ registry, toolsets: [toolset] });
  const cost = (value: unknown) => encode(JSON.stringify(value)).length;
  return { total: cost({ tools }), each: tools.map((tool) => [tool.name, cost(tool)]) };
}

if (process.argv[1] === import.meta.filename) {
  for (const toolset of ['device', 'desktop'] as const) {
    const { total, each } = toolTokens(toolset);
    for (const [name, tokens] of each) console.log(`${String(tokens).padStart(5)}  ${name}`);
    console.log(`${String(total).padStart(5)}  tools/list, ${each.length} tools of the toolset ${toolset}`);
  }
}
