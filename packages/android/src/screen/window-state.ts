import type { Call } from '@handeye/core/call/call';
import type { Screen, View } from '@handeye/screen/snapshot';
import type { Result } from '@handeye/adb/shell/shell';
import { outputOf, type Phone, sh } from '../phone.ts';
import { parseAwake, parseDisplays, screenOf } from './display.ts';
import type { Focus } from './focus.ts';
import { inFront, parseFocus } from './focus.ts';
import type { Capture } from './screencap.ts';
import { captureOf, screencapCommand } from './screencap.ts';
import type { WindowKeys } from './window-keys.ts';
import type { ListedWindow } from './window-list.ts';
import { parseWindowList, stackOf } from './window-list.ts';

/** The window manager's and the power manager's state of the screen, besides the trees of its windows. */
export interface WindowState {
  readonly screen: Screen;
  readonly focus: Focus;
  /** All windows, from the top down. */
  readonly listed: readonly ListedWindow[];
  readonly awake: boolean;
}

/** The commands for windowStateOf, in this order. They belong into the script that reads the tree: one round trip for all. */
export const windowStateCommands = [
  sh`dumpsys window displays`,
  sh`dumpsys window windows`,
  sh`dumpsys power`,
] as const;

export function windowStateOf(results: readonly Result[]): WindowState {
  const [displays = '', windows = '', power = ''] = results.map(outputOf);
  return {
    screen: screenOf(parseDisplays(displays)),
    focus: parseFocus(`${displays}\n${windows}`),
    listed: parseWindowList(windows),
    awake: parseAwake(power) ?? true,
  };
}

export interface StateReading {
  readonly state: WindowState;
  readonly capture: Capture | undefined;
  /** The output of `dumpsys activity top`, if requested. */
  readonly activityTop: string;
}

/** Reads the state of the windows and, if requested, takes a picture just before it, all in one round trip. */
export async function readWindowState(
  phone: Phone,
  { picture, activityTop = false }: { readonly picture: boolean; readonly activityTop?: boolean },
  call: Call,
): Promise<StateReading> {
  const before = [...(activityTop ? [sh`dumpsys activity top`] : []), ...(picture ? [screencapCommand] : [])];
  const results = await phone.script([...before, ...windowStateCommands], call);
  const screencap = picture ? results[before.length - 1] : undefined;
  return {
    state: windowStateOf(results.slice(before.length)),
    capture: screencap && (await captureOf(phone, screencap, call)),
    activityTop: activityTop && results[0] ? outputOf(results[0]) : '',
  };
}

/** The window manager's view of the screen alone, in one round trip: all windows, without their content. */
export async function glanceAt(phone: Phone, keys: WindowKeys, call: Call): Promise<View> {
  const { screen, awake, focus, listed } = windowStateOf(await phone.script(windowStateCommands, call));
  const { app, activity } = inFront(focus, undefined);
  const stack = stackOf(listed, keys, focus.window?.hash);
  return { app, activity, screen, awake, windows: [], stack, notes: [] };
}
