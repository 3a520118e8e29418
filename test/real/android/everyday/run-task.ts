import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { toolsetsOf } from '../../../../packages/handeye/src/cli/served-toolsets.ts';
import { allTools } from '@handeye/core/tools/toolsets';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import { scratchFolder } from '@handeye/testing/attached';
import { phoneTools, type PhoneToolsOptions } from '../phone-tools.ts';
import { BUILD_NAME, loginBuild } from './build.ts';
import type { PageCall, PageTask } from './page.ts';
import { SteadyNames } from './steady.ts';

/** Makes the calls of a task on a fresh phone; `answered` gets each answer in the form of the page. */
export async function runTask(
  t: Pick<TestContext, 'after'>,
  task: PageTask,
  answered: (call: PageCall, ask: () => Promise<string>) => Promise<void>,
  frame: PhoneToolsOptions['frame'] = {},
): Promise<void> {
  const folder = join(await scratchFolder(t), 'files');
  await mkdir(folder);
  await writeFile(join(folder, BUILD_NAME), loginBuild());
  const { call } = await phoneTools(t, {
    tier: 'companion',
    frame: {
      toolsets: toolsetsOf({ toolset: ['all'], device: [] }),
      screenFormat: 'lean',
      files: folder,
      ...frame,
    },
  });
  const names = new SteadyNames();
  for (const one of task.calls) {
    await answered(one, async () => {
      const result = await call(one.tool, names.real(one.arguments));
      return names.shown(one.tool, wordsOf(result));
    });
  }
}

/** Whether a call may be repeated until the phone has reached the page's state. */
export function onlyReads({ tool }: PageCall): boolean {
  return allTools.some(({ name, hints }) => name === tool && hints.readOnlyHint);
}

/** An answer as a reader sees it; a picture by its kind. */
function wordsOf({ content, isError }: ToolResult): string {
  const items = content.map((item) => (item.type === 'text' ? item.text : `(${item.mimeType})`));
  return [...(isError === true ? ['(an error)'] : []), ...items].join('\n\n');
}
