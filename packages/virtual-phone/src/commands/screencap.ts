import { FileError } from '../kernel/file-system.ts';
import type { Program } from '../kernel/process.ts';
import { encodePng } from '../framework/render/png.ts';
import type { Picture } from '../framework/render/picture.ts';
import { errorText } from '../shell/errors.ts';
import { command } from './command.ts';
import { PHYSICAL_DISPLAY_ID } from './dumpsys/display.ts';
import type { RunningAndroid } from './running-android.ts';

/** `screencap`: the screen as PNG, or as raw pixels after a small header. */
export function screencap(android: RunningAndroid): Program {
  const { framework, files } = android;
  return command(async (call) => {
    const { file, png, display, help } = parse(call.args);
    if (help) {
      await call.complain(USAGE);
      return 1;
    }
    if (display !== undefined && display !== '0' && display !== PHYSICAL_DISPLAY_ID) {
      await call.complain(`Failed to take screenshot. Status: -22\n`);
      return 1;
    }
    const picture = framework.screenshot();
    const parts =
      png || file?.endsWith('.png') === true
        ? [await encodePng(picture)]
        : [rawHeader(picture, framework.shape.release), picture.rgba];
    if (file === undefined) {
      for (const part of parts) await call.stdout.write(part);
      return undefined;
    }
    try {
      files.write(files.resolve(file, call.cwd), Buffer.concat(parts), { mode: 0o664 });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await call.complain(`Error opening file: ${file} (${errorText(error)})\n`);
      return 1;
    }
    return undefined;
  });
}

interface Options {
  readonly file: string | undefined;
  readonly png: boolean;
  readonly display: string | undefined;
  readonly help: boolean;
}

function parse(args: readonly string[]): Options {
  let [png, help] = [false, false];
  let display: string | undefined;
  const files: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '-p') png = true;
    else if (arg === '-d') display = args[++at];
    else if (arg.startsWith('-') && arg !== '-') help = true;
    else files.push(arg);
  }
  return { file: files[0], png, display, help };
}

const RGBA_8888 = 1;
const RGBX_8888 = 2;
const SRGB = 1;

/** Width, height, format, and since Android 9 the colour space, each 32 bits. The recorded Android 5 gave RGBX. */
function rawHeader({ width, height }: Picture, release: number): Uint8Array {
  const header = release === 5 ? [width, height, RGBX_8888] : [width, height, RGBA_8888, SRGB];
  const bytes = Buffer.alloc(header.length * 4);
  for (const [place, value] of header.entries()) bytes.writeUInt32LE(value, place * 4);
  return bytes;
}

const USAGE = 'usage: screencap [-hp] [-d display-id] [FILENAME]\n';
