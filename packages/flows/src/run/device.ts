import { basename } from 'node:path';
import { succeeded } from '@handeye/core/tools/frame/results';
import type { CommandNamed } from '../file/flow.ts';
import { Diverged } from './diverged.ts';
import type { SimpleCommand, Surroundings } from './surroundings.ts';

const rotations: Readonly<Record<string, number>> = {
  PORTRAIT: 0,
  LANDSCAPE_LEFT: 90,
  UPSIDE_DOWN: 180,
  LANDSCAPE_RIGHT: 270,
};

/** Commands about the device itself. */
export async function device(command: SimpleCommand, around: Surroundings): Promise<void> {
  const { hand, scripts } = around;
  switch (command.name) {
    case 'setOrientation': {
      const wanted = (await scripts.text(command.orientation)).toUpperCase();
      const rotation = rotations[wanted];
      if (rotation === undefined)
        throw new Diverged('script', { expected: Object.keys(rotations).join(', '), found: wanted });
      await hand.act('set_device_state', { rotation });
      return;
    }
    case 'setAirplaneMode':
      await hand.act('set_device_state', { airplane: command.enabled });
      return;
    case 'toggleAirplaneMode':
      await hand.act('set_device_state', { airplane: !(await isAirplane(around)) });
      return;
    case 'setDarkMode':
      await hand.act('set_device_state', { dark_theme: command.enabled });
      return;
    case 'toggleDarkMode':
      await hand.act('set_device_state', { dark_theme: !(await isDark(around)) });
      return;
    case 'assertDarkMode':
    case 'assertLightMode': {
      const wanted = command.name === 'assertDarkMode';
      if ((await isDark(around)) === wanted) return;
      throw new Diverged('not so', {
        expected: wanted ? 'dark theme' : 'light theme',
        found: 'it is the other one',
      });
    }
    case 'takeScreenshot':
      return picture(command, around);
    case 'startRecording':
      await hand.use('start_recording', { max_seconds: 180 });
      return;
    case 'stopRecording': {
      const [first] = succeeded(await hand.use('stop_recording', {})).content;
      if (first?.type === 'text') around.remark(first.text);
      return;
    }
    case 'addMedia':
      for (const file of command.files)
        await hand.act('push_file', {
          host_path: basename(file),
          location_id: 'pictures',
          path: basename(file),
        });
      return;
    default:
      throw new Diverged('not possible', {
        expected: command.name,
        found: 'Handeye cannot do that on this device',
      });
  }
}

async function isAirplane(around: Surroundings): Promise<boolean> {
  return /airplane:? on/i.test((await factOf('network', around)) ?? '');
}

async function isDark(around: Surroundings): Promise<boolean> {
  return /^(on|true|dark|yes)\b/i.test((await factOf('dark_theme', around)) ?? '');
}

/** One fact of what the device says of itself. */
export async function factOf(
  name: string,
  { context: { device: own, call } }: Pick<Surroundings, 'context'>,
): Promise<string | undefined> {
  const facts = await own.services?.state?.read(call);
  return facts?.find((fact) => fact.name === name)?.value;
}

/** A picture as every client gets it: secrets and passwords are painted over. */
async function picture(
  { path }: CommandNamed<'takeScreenshot'>,
  { hand, scripts, take }: Surroundings,
): Promise<void> {
  const answer = await hand.use('get_screen_state', { include_screenshot: true });
  const image = succeeded(answer).content.find((item) => item.type === 'image');
  if (image?.type !== 'image')
    throw new Diverged('not possible', { expected: 'a picture', found: 'this screen cannot be pictured' });
  take({
    name: await scripts.text(path),
    mimeType: image.mimeType,
    bytes: Buffer.from(image.data, 'base64'),
  });
}
