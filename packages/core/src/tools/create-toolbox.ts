import type { FilesFolder } from './frame/define.ts';
import { createFrame, type FrameOptions } from './frame/frame.ts';
import type { Toolbox } from './frame/toolbox.ts';
import { HostFolder } from './files/host-folder.ts';
import { catalog } from './toolsets.ts';

export type { Audit } from './frame/accounts.ts';

export interface ToolboxOptions extends Omit<FrameOptions, 'catalog' | 'files'> {
  /** The folder of this computer for files that go to a device or come from it. */
  readonly files?: string | FilesFolder;
}

/** All tools of one configuration. */
export function createToolbox({ files, ...options }: ToolboxOptions): Toolbox {
  const folder = typeof files === 'string' ? new HostFolder(files) : files;
  return createFrame({ ...options, catalog, ...(folder && { files: folder }) });
}
