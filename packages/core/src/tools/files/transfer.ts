import * as z from 'zod';
import { permissionDenied } from '../../device/errors.ts';
import { sizeText } from '../../text/size.ts';
import { defineTool, replacing, type ToolContext } from '../frame/define.ts';
import { withRemarks } from '../frame/words.ts';
import type { FilesFolder } from '../frame/define.ts';
import { chosenFolder } from './host-folder.ts';
import {
  filePlace,
  filesOf,
  placeFails,
  placeOf,
  placeText,
  placeToChange,
  transferLimit,
} from './places.ts';
import { plainName } from './reading.ts';

const PROGRESS_STEP = 4 * 1024 * 1024;

const hostPath = z.string().min(1).describe("Relative to the server's --files folder");

const fails = {
  ...placeFails,
  permission_denied: `${placeFails.permission_denied} Or the server has no folder: start it with \`--files FOLDER\`.`,
};

export const pushFile = defineTool({
  name: 'push_file',
  title: 'Push file',
  description: 'Copy a file from the computer to the phone.',
  hints: replacing,
  class: 'files',
  touchesScreen: false,
  needs: 'files',
  input: z.strictObject({ ...filePlace, host_path: hostPath }),
  limit: transferLimit,
  example: { location_id: 'pictures', path: 'diagram.png', host_path: 'diagram.png' },
  fails,
  async handle(context, { host_path: from, ...named }) {
    const folder = folderForPhones(context);
    const place = await placeToChange(context, named);
    const { bytes, modified } = await folder.readFile(from);
    const remark = await filesOf(context).write(place, bytes, context.call, {
      modified,
      announce: true,
      onProgress: progressOf(context, bytes.length),
    });
    const sentence = `Pushed ${plainName(from)} to ${plainName(named.path)} (${sizeText(bytes.length)})`;
    return withRemarks(sentence, remark);
  },
});

export const pullFile = defineTool({
  name: 'pull_file',
  title: 'Pull file',
  description: 'Copy a file from the phone to the computer.',
  hints: replacing,
  class: 'files',
  touchesScreen: false,
  needs: 'files',
  input: z.strictObject({ ...filePlace, host_path: hostPath }),
  limit: transferLimit,
  example: { location_id: 'download', path: 'notes.txt', host_path: 'notes.txt' },
  fails,
  async handle(context, { host_path: to, ...named }) {
    const folder = folderForPhones(context);
    const onProgress = progressOf(context);
    await context.hands.mayChangeDevice({ text: `${placeText(named)} to ${to}` });
    const bytes = await filesOf(context).read(placeOf(named), context.call, { onProgress });
    const isThere = (await folder.kindOf(to)) === 'file';
    await folder.write(to, bytes, context.call);
    const over = isThere ? ', in place of what was there' : '';
    return `Pulled ${plainName(named.path)} to ${plainName(to)} (${sizeText(bytes.length)})${over}`;
  },
});

/** Between a phone and the computer; a desktop is the computer. */
function folderForPhones({ device, hostFolder }: ToolContext): FilesFolder {
  if (device.kind === 'desktop') {
    throw permissionDenied(
      "This device is the computer itself: the folder that --files names is its location 'files'. Use list_files, read_file and write_file there.",
    );
  }
  return chosenFolder(hostFolder);
}

/** Reports progress every few megabytes. */
function progressOf({ progress }: ToolContext, size?: number): (bytes: number) => void {
  let told = 0;
  return (bytes) => {
    if (bytes - told < PROGRESS_STEP) return;
    told = bytes;
    progress?.(size === undefined ? sizeText(bytes) : `${sizeText(bytes)} of ${sizeText(size)}`);
  };
}
