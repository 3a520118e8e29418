import * as z from 'zod';
import type { Call } from '../../call/call.ts';
import { deviceErrorOf, permissionDenied, timedOut } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import type { Film, Recorder } from '../../device/services/recorder.ts';
import type { ConcealedDevice } from '../../guard/secrets/concealed-device.ts';
import { chosenFolder } from '../files/host-folder.ts';
import type { FilesFolder } from '../frame/define.ts';
import { defineTool, moving, type Tool } from '../frame/define.ts';
import type { Eyes } from '../frame/eyes.ts';
import type { ContentItem } from '../frame/toolbox.ts';
import { chosenFrames, contactSheet, secondsText, shrunkFrame } from './contact-sheet.ts';

/** screenrecord's own limit up to Android 13. */
const MOST_SECONDS = 180;
const DEFAULT_SECONDS = 60;
const FOLDER = 'recordings';

const SIZE = /^([1-9]\d{0,3})x([1-9]\d{0,3})$/;

const UNREACHABLE = 'There is no --files folder, the device cannot be reached, or cannot be filmed.';

export const startRecording = defineTool({
  name: 'start_recording',
  title: 'Start recording',
  description: 'Film the screen while other tools are used, until stop_recording or max_seconds.',
  hints: moving,
  class: 'state',
  needs: 'recording',
  touchesScreen: false,
  input: z.strictObject({
    max_seconds: z.int().min(1).max(MOST_SECONDS).default(DEFAULT_SECONDS),
    size: z
      .string()
      .regex(SIZE, 'must be WIDTHxHEIGHT, such as 720x1280')
      .optional()
      .describe('WIDTHxHEIGHT'),
  }),
  limit: ({ action, look }) => action + look,
  example: { max_seconds: 30 },
  fails: {
    invalid_params: `\`max_seconds\` outside 1..${MOST_SECONDS}, or a \`size\` that is not WIDTHxHEIGHT.`,
    permission_denied: UNREACHABLE,
    action_failed: 'A recording runs already, or the phone cannot record at this size.',
  },
  async handle({ device, eyes, hands, hostFolder, isFree, concealed, call }, { max_seconds, size }) {
    chosenFolder(hostFolder);
    await hands.mayChangeDevice();
    await mayFilm(concealed, eyes);
    const [, width, height] = SIZE.exec(size ?? '') ?? [];
    await recorderOf(device).start(
      {
        maxSeconds: max_seconds,
        size: width === undefined ? undefined : { width: Number(width), height: Number(height) },
        isFree,
        shrink: shrunkFrame,
      },
      call,
    );
    concealed?.filmBegins();
    return `Recording for at most ${max_seconds} s. Call stop_recording to get the film.`;
  },
});

export const stopRecording = defineTool({
  name: 'stop_recording',
  title: 'Stop recording',
  description: 'End the recording: the path of the film, and a sheet of its frames with their seconds.',
  hints: moving,
  class: 'state',
  needs: 'recording',
  touchesScreen: false,
  input: z.strictObject({}),
  // A film can have 50 MB: fetching it takes as long as reading a log twice.
  limit: ({ action, look, logs }) => action + look + 2 * logs,
  example: {},
  fails: {
    permission_denied: UNREACHABLE,
    action_failed:
      'Nothing was recorded, the recording broke off, or the connection did while the film was fetched: then it can be called again.',
  },
  reword: (failure) =>
    failure.kind === 'timeout' && !failure.message.includes('stop_recording')
      ? timedOut(`${failure.message} The recording is kept: call stop_recording again.`, failure)
      : failure,
  async handle({ device, eyes, hands, hostFolder, concealed, call }) {
    const folder = chosenFolder(hostFolder);
    await hands.mayChangeDevice();
    // The film has everything since the last look.
    if (concealed) await eyes.lookIfReadable();
    const kept = await recorderOf(device)
      .stop(async (film) => {
        if (concealed?.filmShowsSecret === true) return undefined;
        const path = await written(film, folder, call);
        return answered(film, path);
      }, call)
      .catch((error: unknown) => {
        if (!isKept(error)) concealed?.filmEnds();
        throw error;
      });
    concealed?.filmEnds();
    if (!kept) throw permissionDenied(SECRET_FILMED);
    return kept;
  },
});

/** The toolset `record`. */
export const recordTools: readonly Tool[] = [startRecording, stopRecording];

const SECRET_FILMED =
  'A secret of the user was on the screen while it was filmed, and a film cannot be painted over: it was deleted.';

/** Whether the device still has a film that could not be fetched, or may go on with it: who cancels has not ended it. */
function isKept(error: unknown): boolean {
  const known = deviceErrorOf(error);
  if (known === undefined || known.kind === 'timeout') return true;
  return known.message.includes('call stop_recording again');
}

/** A film shows everything on the screen, so it must not begin on a secret. */
async function mayFilm(concealed: ConcealedDevice | undefined, eyes: Eyes): Promise<void> {
  if (!concealed) return;
  await eyes.lookIfReadable();
  if (!concealed.showsSecret) return;
  throw permissionDenied(
    'A secret of the user is on the screen, and a film cannot be painted over. Leave this screen or clear the field first.',
  );
}

function recorderOf({ services }: Device): Recorder {
  if (!services?.recorder) throw permissionDenied('This device cannot be filmed.');
  return services.recorder;
}

/** Writes the film under a name that is free; returns it. */
async function written({ bytes, began }: Film, folder: FilesFolder, call: Call): Promise<string> {
  const name = `${FOLDER}/${stamp(began)}`;
  let path = `${name}.mp4`;
  for (let count = 2; (await folder.kindOf(path)) !== undefined; count += 1) path = `${name}-${count}.mp4`;
  await folder.write(path, bytes, call);
  return path;
}

/** `2026-11-16-031522`, in this computer's time. */
function stamp(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return `${local.slice(0, 10)}-${local.slice(11, 19).replaceAll(':', '')}`;
}

async function answered({ seconds, frames }: Film, path: string): Promise<readonly ContentItem[]> {
  const length = `${seconds.toFixed(1)} s`;
  const shown = chosenFrames(frames);
  if (shown.length === 0)
    return [{ type: 'text', text: `${path}, ${length}. No picture could be taken meanwhile.` }];
  const times = shown.map(secondsText).join(', ');
  const sheet = await contactSheet(shown);
  return [
    { type: 'text', text: `${path}, ${length}. Frames at ${times} s:` },
    { type: 'image', data: sheet.toString('base64'), mimeType: 'image/jpeg' },
  ];
}
