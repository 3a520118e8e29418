import * as z from 'zod';
import { permissionDenied } from '../../device/errors.ts';
import type { FilePlace, Files } from '../../device/services/files.ts';
import type { Limits, ToolContext } from '../frame/define.ts';
import { FolderFiles } from './folder-files.ts';
import { chosenFolder } from './host-folder.ts';

export const locationId = z.string().min(1).describe('From list_storage_locations');
export const filePath = z.string().min(1).describe('Relative to the location');

/** The parameters that name a file in all tools. */
export const filePlace = { location_id: locationId, path: filePath };

/** A tool reads or writes up to 50 MB, on a slow cable too. */
export const transferLimit = ({ action }: Limits): number => 12 * action;
/** The limit of a tool that only looks or deletes: it asks the phone two or three times. */
export const askingLimit = ({ action }: Limits): number => 2 * action;

/** When every tool for files fails. */
export const placeFails = {
  invalid_params: '`path` leads out of its location, or is not what the tool works on.',
  element_not_found: 'There is no such location, folder or file.',
  permission_denied: 'The device does not allow it; on a desktop the server was started without `--files`.',
  action_failed: 'There is no room, or the connection was lost; nothing is left half done.',
} as const;

/** An app's own folders of shared storage: Android/data/com.example.notes. */
const APP_FOLDER = /(?<=^|\/)Android\/(?:data|obb|media)\/([^/]+)/gi;

/** The files of the device; those of a desktop are the folder that its user chose. */
export function filesOf({ device, hostFolder }: ToolContext): Files {
  if (device.kind === 'desktop') return new FolderFiles(chosenFolder(hostFolder));
  if (!device.services?.files) throw permissionDenied('The files of this device cannot be reached.');
  return device.services.files;
}

interface Named {
  readonly location_id: string;
  readonly path: string;
}

/** The place that a call names. */
export function placeOf({ location_id: location, path }: Named): FilePlace {
  return { location, path };
}

/** A place in words, for the person who is asked about it. */
export function placeText({ location_id: location, path }: Named): string {
  return `${location}: ${path}`;
}

/** The same for a call that changes something: an application's own folder may belong to a blocked one. */
export async function placeToChange({ hands, device }: ToolContext, named: Named): Promise<FilePlace> {
  const names = named.path.split('/').filter((name) => name !== '' && name !== '.');
  // One may lie inside of another: it is not known which of them is the real one.
  const ids = [...folded(names.join('/')).matchAll(APP_FOLDER)].map(([, id = '']) => id);
  const text = placeText(named);
  if (ids.length > 0 && device.kind === 'phone')
    await hands.mayReachAll(() => Promise.resolve(ids), { text });
  else await hands.mayChangeDevice({ text });
  return placeOf(named);
}

/**
 * Names that mean one folder on shared storage, made equal: since Android 11 it is compared by Unicode's case folding, which
 * leaves invisible characters out (f2fs and ext4 with casefold).
 */
function folded(path: string): string {
  return path
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase();
}
