import type sharp from 'sharp';
import { actionFailed } from '../../../device/errors.ts';

/** There is no build of sharp for Android: its WebAssembly build is added by hand, in the same version. */
export const SHARP_ON_ANDROID = 'npm install -g @img/sharp-wasm32@0.35.5';

/** The library for pictures. Loaded when the first one is worked on: it would double the time to start. */
export async function loadSharp(platform: NodeJS.Platform = process.platform): Promise<typeof sharp> {
  try {
    return (await import('sharp')).default;
  } catch (cause) {
    if (platform !== 'android') throw cause;
    throw actionFailed(
      'Pictures can only be sent here as the companion on the phone makes them: cutting, drawing on them, covering secrets and ' +
        `plain ADB need sharp's WebAssembly build, which the user can install in Termux: ${SHARP_ON_ANDROID}`,
      cause,
    );
  }
}
