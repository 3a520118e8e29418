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
  const { name } = command;
  if (name === 'takeScreenshot') return picture(command, around);
  if (name === 'setOrientation') return turn(command, around);
  if (name === 'addMedia') return addMedia(command, around);
  if (name === 'assertDarkMode' || name === 'assertLightMode')
    return mustBeDark(name === 'assertDarkMode', around);
  if (name === 'startRecording' || name === 'stopRecording') return film(name, around);
  const { hand } = around;
  if (name === 'setAirplaneMode') await hand.act('set_device_state', { airplane: command.enabled });
  else if (name === 'setDarkMode') await hand.act('set_device_state', { dark_theme: command.enabled });
  else if (name === 'toggleAirplaneMode')
    await hand.act('set_device_state', { airplane: !(await isAirplane(around)) });
  else if (name === 'toggleDarkMode')
    await hand.act('set_device_state', { dark_theme: !(await isDark(around)) });
  else throw new Diverged('not possible', { expected: name, found: 'Handeye cannot do that on this device' });
}

async function turn(
  { orientation }: CommandNamed<'setOrientation'>,
  { hand, scripts }: Surroundings,
): Promise<void> {
  const wanted = (await scripts.text(orientation)).toUpperCase();
  const rotation = rotations[wanted];
  if (rotation === undefined)
    throw new Diverged('script', { expected: Object.keys(rotations).join(', '), found: wanted });
  await hand.act('set_device_state', { rotation });
}

async function addMedia({ files }: CommandNamed<'addMedia'>, { hand }: Surroundings): Promise<void> {
  for (const file of files)
    await hand.act('push_file', {
      host_path: basename(file),
      location_id: 'pictures',
      path: basename(file),
    });
}

async function mustBeDark(wanted: boolean, around: Surroundings): Promise<void> {
  if ((await isDark(around)) === wanted) return;
  const expected = wanted ? 'dark theme' : 'light theme';
  throw new Diverged('not so', { expected, found: 'it is the other one' });
}

async function film(name: 'startRecording' | 'stopRecording', { hand, remark }: Surroundings): Promise<void> {
  if (name === 'startRecording') {
    await hand.use('start_recording', { max_seconds: 180 });
    return;
  }
  const [first] = succeeded(await hand.use('stop_recording', {})).content;
  if (first?.type === 'text') remark(first.text);
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
