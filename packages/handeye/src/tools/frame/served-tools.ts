import type { AsksForCrashes } from '../../device/crash-news.ts';
import type { Rules } from '../../guard/rules.ts';
import { runSteps } from '../steps.ts';
import { type ScreenFormat, type Toolset, toolsetNames } from './defaults.ts';
import type { DeviceTool, Tool } from './define.ts';

/** The tools that the policy does not deny whatever they are used on. Where nothing may be done, there are no steps. */
export function withoutDenied(tools: readonly Tool[], rules: Rules): readonly Tool[] {
  const served = tools.filter((tool) => rules.of(tool.name, tool.class).decided()?.then !== 'deny');
  const acts = served.some((tool) => !tool.hints.readOnlyHint && tool !== runSteps);
  return acts ? served : served.filter((tool) => tool !== runSteps);
}

/** Lean is for models: they get their own tools with it. */
export function withModelTools(toolsets: readonly Toolset[], format: ScreenFormat): readonly Toolset[] {
  if (format !== 'lean') return toolsets;
  return toolsetNames.filter((name) => name === 'model' || toolsets.includes(name));
}

/** Several steps may have opened an app and lost it again; one that only navigates is to leave what is in front. */
export function asksForCrashes(tool: DeviceTool): AsksForCrashes {
  if (tool === runSteps) return 'always';
  return tool.hints.destructiveHint ? 'if the app is gone' : 'if told';
}
