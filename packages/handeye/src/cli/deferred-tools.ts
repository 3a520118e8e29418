import { DeferredToolbox } from '@handeye/core/tools/deferred-toolbox';
import type { Config } from '../config/settings.ts';
import { mustBeFolder } from './frame-parts.ts';
import { leftBehindNotices } from './left-behind.ts';
import { toolsetsOf } from './served-toolsets.ts';
import type { OpenTools, OpenToolsOptions } from './services.ts';

/**
 * Tools that are listed at once, and loaded when the client has seen the list. What can be wrong with the configuration was
 * checked before.
 */
export async function deferredTools(
  config: Config,
  { folder }: OpenToolsOptions,
  open: () => Promise<OpenTools>,
): Promise<OpenTools> {
  await mustBeFolder(config.files);
  await mustBeFolder(config.flows, '--flows');
  let opening: Promise<OpenTools> | undefined;
  const opened = () => (opening ??= open());
  const toolbox = new DeferredToolbox({
    toolsets: toolsetsOf(config),
    prefix: config.toolPrefix,
    screenFormat: config.screenFormat,
    ...(config.observe && { observe: config.observe }),
    several: config.device.length > 1,
    open: async () => (await opened()).toolbox,
  });
  return {
    toolbox,
    inUse: async () => (await opened()).inUse(),
    notices: await leftBehindNotices(folder),
    close: async () => {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
