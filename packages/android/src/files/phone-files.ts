import type { Call } from '@handeye/core/call/call';
import { DeviceError, invalidParams } from '@handeye/core/device/errors';
import {
  type FileEntry,
  type FileLocation,
  type FilePlace,
  type Files,
  MOST_FILE_BYTES,
  type WriteOptions,
} from '@handeye/core/device/services/files';
import type { Remark } from '@handeye/core/device/port';
import { FileTransferFailed } from '@handeye/adb/errors';
import { type FileStatus, FileTooLarge } from '@handeye/adb/sync';
import { outputOf, type Phone, sh } from '../phone.ts';
import { repeated, short, whileMoving } from './connection.ts';
import {
  enter,
  fileAt,
  fileToChange,
  type Folder,
  folderAt,
  IS_FOLDER,
  IS_MISSING,
  inFolder,
  pathIn,
  refusal,
} from './folder.ts';
import { findLocations, isShared } from './locations.ts';
import { FileWriter } from './file-writer.ts';

const KIND_MASK = 0o170000;
const KINDS: ReadonlyMap<number, FileEntry['kind']> = new Map([
  [0o100000, 'file'],
  [0o040000, 'folder'],
  [0o120000, 'link'],
]);

/** The files that ADB's shell may use: shared storage, SD cards and its own temporary files. */
export class PhoneFiles implements Files {
  readonly #phone: Phone;
  readonly #writer: FileWriter;

  constructor(phone: Phone) {
    this.#phone = phone;
    this.#writer = new FileWriter(phone);
  }

  locations(call: Call): Promise<readonly FileLocation[]> {
    return findLocations(this.#phone, call);
  }

  async list(place: FilePlace, call: Call): Promise<readonly FileEntry[]> {
    await this.#writer.sweep(call);
    const { result } = await repeated(this.#phone, call, async () => {
      const path = await enter(this.#phone, place, folderAt(place), { call, toRead: true });
      return this.#phone.list(path, call);
    });
    return result.map((entry) => ({ ...entry, kind: kindOf(entry) }));
  }

  async read(place: FilePlace, call: Call, how?: Pick<WriteOptions, 'onProgress'>): Promise<Uint8Array> {
    const bytes = await this.readIfThere(place, call, how);
    if (bytes === undefined) throw refusal('No such file', place);
    return bytes;
  }

  async readIfThere(
    place: FilePlace,
    call: Call,
    how: Pick<WriteOptions, 'onProgress'> = {},
  ): Promise<Uint8Array | undefined> {
    const { folder, name } = fileAt(place);
    const { result } = await repeated(this.#phone, call, async () => {
      const path = pathIn(await this.#enter(place, folder, call), name);
      const status = await short(call, (own) => this.#phone.stat(path, own));
      if (status === undefined) return undefined;
      mustBeFile(status, place);
      if (status.size > MOST_FILE_BYTES) throw tooLarge(place, status.size);
      try {
        return await this.#pull(path, call, how);
      } catch (error) {
        throw transferError(error, place);
      }
    });
    return result;
  }

  async write(place: FilePlace, bytes: Uint8Array, call: Call, options: WriteOptions = {}): Promise<Remark> {
    if (bytes.length > MOST_FILE_BYTES) throw tooLarge(place, bytes.length);
    const { folder, name } = fileToChange(place);
    // Folders that were made before the connection broke already exist the second time.
    const { result } = await repeated(this.#phone, call, async () => {
      const at = await this.#enter(place, folder, call, { make: true });
      return { at, before: await short(call, (own) => this.#phone.stat(pathIn(at, name), own)) };
    });
    const { at, before } = result;
    if (before) mustBeFile(before, place);
    const how = { ...options, permissions: before && before.mode & 0o777 };
    let remark: Remark;
    try {
      remark = await this.#writer.put({ place, folder, at, name, bytes }, how, call);
    } catch (error) {
      throw transferError(error, place);
    }
    if (!options.announce || !isShared(folder.root) || !isMedia(name)) return remark;
    const unheard = await short(call, (own) => announce(this.#phone, pathIn(at, name), own)).catch(
      () => UNHEARD,
    );
    return [remark, unheard].filter((part) => part !== undefined).join('. ') || undefined;
  }

  #pull(path: string, call: Call, { onProgress }: Pick<WriteOptions, 'onProgress'>): Promise<Uint8Array> {
    return whileMoving(call, (own, moved) => {
      const hear = (bytes: number) => {
        moved();
        onProgress?.(bytes);
      };
      return this.#phone.pull(path, own, { onProgress: hear, mostBytes: MOST_FILE_BYTES });
    });
  }

  #enter(place: FilePlace, folder: Folder, call: Call, how: { make?: boolean } = {}): Promise<string> {
    return short(call, (own) => enter(this.#phone, place, folder, { ...how, call: own }));
  }

  async delete(place: FilePlace, call: Call): Promise<void> {
    const { folder, name } = fileToChange(place);
    const file = `./${name}`;
    const check = sh`if [ -h ${file} ]; then :; elif [ -d ${file} ]; then exit ${IS_FOLDER}; elif ! [ -e ${file} ]; then exit ${IS_MISSING}; fi`;
    // `rm` deletes a link, never its target.
    const result = await this.#phone.run(inFolder(folder, sh`{ ${check}; rm -f ${file}; }`), call);
    if (result.code !== 0) throw refusal(outputOf(result), place, result.code);
    const at = await enter(this.#phone, place, folder, { call });
    if (await this.#phone.stat(pathIn(at, name), call)) throw refusal(outputOf(result), place);
  }
}

function kindOf({ mode }: FileStatus): FileEntry['kind'] {
  return KINDS.get(mode & KIND_MASK) ?? 'other';
}

function mustBeFile(status: FileStatus, place: FilePlace): void {
  const kind = kindOf(status);
  if (kind === 'file') return;
  if (kind === 'folder') throw refusal('', place, IS_FOLDER);
  throw invalidParams(
    kind === 'link'
      ? `'${place.path}' in '${place.location}' is a link, and links are not followed. Name the file that it leads to.`
      : `'${place.path}' in '${place.location}' is neither a file nor a folder.`,
  );
}

function tooLarge({ path }: FilePlace, size: number): Error {
  return invalidParams(
    `'${path}' has ${Math.ceil(size / 1024 / 1024)} MB; files of more than 50 MB are not transferred.`,
  );
}

/** The error of a transfer, without our temporary names. */
function transferError(error: unknown, place: FilePlace): unknown {
  const cause = error instanceof DeviceError ? error.cause : undefined;
  if (cause instanceof FileTooLarge) return tooLarge(place, MOST_FILE_BYTES + 1);
  return cause instanceof FileTransferFailed ? refusal(cause.message.replace(/^.*: /s, ''), place) : error;
}

const MEDIA =
  /\.(jpe?g|png|gif|webp|bmp|heic|heif|avif|dng|mp4|m4v|mkv|webm|3gpp?|mov|mp3|m4a|aac|ogg|oga|opus|flac|wav|mid)$/i;

/** The file is there nevertheless. */
const UNHEARD =
  'The media store did not take the announcement of it: the gallery may show it only after a restart';

/** Whether a gallery or a player would show the file. */
function isMedia(name: string): boolean {
  return MEDIA.test(name);
}

/**
 * Announces a file that came by ADB to the media store. Up to Android 10 nothing else does. From 11 on the media provider sees
 * changes through its FUSE file system, but lets the shell bypass it, and still receives this broadcast. Returns a remark if
 * the broadcast was not received.
 */
async function announce(phone: Phone, path: string, call: Call): Promise<Remark> {
  const uri = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
  const action = 'android.intent.action.MEDIA_SCANNER_SCAN_FILE';
  const result = await phone.run(sh`am broadcast -a ${action} -d ${uri} 2>&1`, call);
  if (outputOf(result).includes('Broadcast completed')) return undefined;
  return UNHEARD;
}
