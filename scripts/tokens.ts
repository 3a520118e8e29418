/** Prints what tools/list costs a model, in o200k_base tokens, for the tools of a device and those of a desktop. */
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { toolsetsOf } from '../packages/handeye/src/cli/served-toolsets.ts';
import { Registry } from '@handeye/core/device/registry';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { ALL_TOOLSETS, type ScreenFormat, type Toolset } from '@handeye/core/tools/frame/defaults';

export interface ToolTokens {
  /** The whole answer to tools/list. */
  readonly total: number;
  /** Name, description and input schema of every tool: what clients show a model. */
  readonly shown: number;
  readonly each: readonly (readonly [name: string, tokens: number])[];
}

/** `all` is what `--toolset all` serves for a phone. */
export function toolTokens(
  toolset: Toolset | typeof ALL_TOOLSETS = 'device',
  screenFormat: ScreenFormat = 'compact',
): ToolTokens {
  const registry = new Registry({ sources: [], configured: [] });
  const toolsets = toolsetsOf({ toolset: [toolset], device: [] });
  const { tools } = createToolbox({ registry, toolsets, screenFormat });
  const cost = (value: unknown) => encode(JSON.stringify(value)).length;
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return { total: cost({ tools }), shown: cost(shown), each: tools.map((tool) => [tool.name, cost(tool)]) };
}

if (process.argv[1] === import.meta.filename) {
  for (const [toolset, format] of [
    ['device', 'compact'],
    ['device', 'lean'],
    ['desktop', 'compact'],
    [ALL_TOOLSETS, 'lean'],
  ] as const) {
    const { total, shown, each } = toolTokens(toolset, format);
    for (const [name, tokens] of each) console.log(`${String(tokens).padStart(5)}  ${name}`);
    console.log(
      `${String(total).padStart(5)}  tools/list, ${each.length} tools of the toolset ${toolset}, screens ${format}`,
    );
    console.log(`${String(shown).padStart(5)}  of these in name, description and input schema`);
  }
}
