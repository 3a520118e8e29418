import { readFile, unlink } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Call } from '@handeye/core/call/call';
import { DeadlineExceeded, withinLimit } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import type { Screen } from '@handeye/screen/snapshot';
import { asText } from '../dbus/value.ts';
import type { RawImage } from '../display.ts';
import { HelperFailed } from '../wayland/errors.ts';
import { isInstalled, outputOf } from '../wayland/programs.ts';
import type { Portal } from './portal.ts';
import type { Stream } from './remote-session.ts';

/** A stream gives its first frame at once; a program that waits longer will not get one. */
const FRAME_TIMEOUT_MS = 8000;
const GSTREAMER = 'gst-launch-1.0';

/** The program that takes single frames of a PipeWire stream. Node cannot: PipeWire passes its buffers as file descriptors. */
export function hasFrameGrabber(environment: NodeJS.ProcessEnv): boolean {
  return isInstalled(GSTREAMER, environment);
}

/** The current picture of the monitors, composed of a frame of each one's stream. */
export async function streamedPicture(
  streams: readonly Stream[],
  environment: NodeJS.ProcessEnv,
  call: Call,
): Promise<RawImage> {
  const frames = await Promise.all(streams.map(({ node }) => frameOf(node, environment, call)));
  const { default: sharp } = await import('sharp');
  const width = Math.max(...streams.map(({ bounds }) => bounds.right));
  const height = Math.max(...streams.map(({ bounds }) => bounds.bottom));
  const parts = await Promise.all(
    streams.map(async ({ bounds: { left, top, right, bottom } }, index) => {
      // The frame of a scaled monitor has more pixels than the desktop counts.
      const size = { width: right - left, height: bottom - top, fit: 'fill' } as const;
      return { input: await sharp(frames[index]).resize(size).png().toBuffer(), left, top };
    }),
  );
  const canvas = sharp({ create: { width, height, channels: 3, background: '#000' } }).composite(parts);
  return rawImage(await canvas.png().toBuffer());
}

async function frameOf(node: number, environment: NodeJS.ProcessEnv, call: Call): Promise<Buffer> {
  const source = ['pipewiresrc', `path=${node}`, 'num-buffers=1', 'always-copy=true'];
  const args = ['-q', ...source, '!', 'videoconvert', '!', 'pngenc', '!', 'fdsink', 'fd=1'];
  const limit = Math.min(FRAME_TIMEOUT_MS, call.remaining());
  try {
    return await withinLimit({ clock: call.clock, limit, cancelled: call.signal }, (own) =>
      outputOf(GSTREAMER, { args }, environment, own),
    );
  } catch (error) {
    call.signal.throwIfAborted();
    throw error instanceof DeadlineExceeded ? new HelperFailed(`${GSTREAMER} got no frame in time`) : error;
  }
}

/** The whole screen by the Screenshot portal, which writes a file for us. */
export async function portalScreenshot(portal: Portal, screen: Screen, call: Call): Promise<RawImage> {
  const options = { interactive: { signature: 'b', value: false }, modal: { signature: 'b', value: false } };
  const method = { portal: 'Screenshot', member: 'Screenshot', signature: 's', args: [''], options };
  const uri = asText((await portal.request(method, call)).get('uri'));
  if (!uri.startsWith('file:'))
    throw actionFailed('The desktop gave no file with its screenshot. Try again.');
  const file = fileURLToPath(uri);
  try {
    return await rawImage(await readFile(file), screen);
  } finally {
    // GNOME saves it among the user's pictures, where a picture of every look would pile up.
    await unlink(file).catch(() => undefined);
  }
}

async function rawImage(bytes: Buffer, size?: { width: number; height: number }): Promise<RawImage> {
  const { default: sharp } = await import('sharp');
  const image = sharp(bytes).removeAlpha();
  if (size && size.width > 0) image.resize({ width: size.width, height: size.height, fit: 'fill' });
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { bytes: data, raw: { width: info.width, height: info.height, channels: 3 } };
}
