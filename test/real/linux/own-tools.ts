import type { TestContext } from 'node:test';
import { Registry } from '@handeye/core/device/registry';
import { LinuxSource } from '@handeye/linux/source';
import { defaultLimits, type Limits, type ScreenFormat } from '@handeye/core/tools/frame/defaults';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import type { callers } from '@handeye/testing/tools';
import type { PrivateDesktop } from './desktop-session.ts';
import { toolsOverMcp } from './mcp-tools.ts';

/** Time limits that even a busy machine can meet. */
export const generous = { look: 60_000, tree: 60_000, find: 60_000, focus: 60_000, windows: 60_000 };

/** A server of its own on a desktop, with time limits of its own, and a real MCP client's tools. */
export async function ownTools(
  t: TestContext,
  { environment }: Pick<PrivateDesktop, 'environment'>,
  limits: Partial<Limits>,
  screenFormat: ScreenFormat = 'compact',
): Promise<ReturnType<typeof callers>> {
  const registry = new Registry({ sources: [new LinuxSource({ environment })], configured: ['linux'] });
  const toolbox = createToolbox({
    registry,
    limits: { ...defaultLimits, ...generous, ...limits },
    toolsets: ['device', 'model', 'desktop'],
    screenFormat,
  });
  const { tools, end } = await toolsOverMcp(toolbox);
  t.after(async () => {
    await end();
    await registry.close();
  });
  return tools;
}

/** The error of a desktop tool. */
export interface Failure {
  readonly operation: string;
  readonly error_type: string;
  readonly message: string;
  readonly app?: string;
  readonly guidance?: string;
}

/** Calls a desktop tool that must fail, and returns its error. */
export async function failureOf(
  tools: ReturnType<typeof callers>,
  name: string,
  args: Record<string, unknown>,
): Promise<Failure> {
  const result = await tools.call(name, args);
  const [first] = result.content;
  const text = first?.type === 'text' ? first.text : '';
  if (result.isError !== true) throw new Error(`${name} should have failed: ${text}`);
  return JSON.parse(text) as Failure;
}
