import type { Stroke } from '@handeye/core/device/port';
import type { Size } from '../screen/display.ts';
import { framesOf } from './frames.ts';
import { evdev, panelEvents } from './touch-panel.ts';

/** Our panel's number within the one `uinput` process that a connection keeps. */
const PANEL = 1;
/** UI_SET_EVBIT, KEYBIT, ABSBIT and PROPBIT in the numbers `uinput` takes. Names are understood from Android 15 on. */
const SET = { EV: 100, KEY: 101, ABS: 103, PROP: 110 } as const;
const INPUT_PROP_DIRECT = 1;
const MOST_FINGERS = 10;
/** The report interval of a panel. */
const REPORT_INTERVAL = 8;
/** The system needs this long to take a new panel into use. */
const SETTLING = 1000;

/**
 * The first lines for `uinput -` (Android 12 and later): a touch panel as large as the screen in its natural rotation. It
 * exists until the process ends, so it is registered once a connection.
 */
export function uinputRegistration(natural: Size): string {
  const axis = (code: number, maximum: number) => ({
    code,
    info: { value: 0, minimum: 0, maximum, fuzz: 0, flat: 0, resolution: 0 },
  });
  const axes = [
    axis(evdev.ABS_MT_SLOT, MOST_FINGERS - 1),
    axis(evdev.ABS_MT_POSITION_X, natural.width - 1),
    axis(evdev.ABS_MT_POSITION_Y, natural.height - 1),
    axis(evdev.ABS_MT_TRACKING_ID, 65535),
  ];
  return lines([
    {
      id: PANEL,
      command: 'register',
      name: 'handeye touch',
      vid: 0x18d1,
      pid: 0x2d42,
      bus: 'usb',
      configuration: [
        { type: SET.EV, data: [evdev.KEY, evdev.ABS] },
        { type: SET.KEY, data: [evdev.BTN_TOUCH] },
        { type: SET.ABS, data: axes.map(({ code }) => code) },
        { type: SET.PROP, data: [INPUT_PROP_DIRECT] },
      ],
      abs_info: axes,
    },
    { id: PANEL, command: 'delay', duration: SETTLING },
  ]);
}

/** The gesture for a registered panel: any number of fingers, each report at its time. */
export function uinputGesture(
  strokes: readonly Stroke[],
  { natural, rotation }: { readonly natural: Size; readonly rotation: number },
): string {
  const panel = {
    x: { min: 0, max: natural.width - 1 },
    y: { min: 0, max: natural.height - 1 },
    natural,
    rotation,
    slots: true,
  };
  const commands: object[] = [];
  let now = 0;
  for (const { time, events } of panelEvents(framesOf(strokes, REPORT_INTERVAL), panel)) {
    if (time > now) commands.push({ id: PANEL, command: 'delay', duration: time - now });
    commands.push({ id: PANEL, command: 'inject', events: events.flat() });
    now = time;
  }
  return lines(commands);
}

/** Has `uinput` (Android 14 and later) print the token when everything before it is done. */
export function uinputSync(token: string): string {
  return lines([{ id: PANEL, command: 'sync', syncToken: token }]);
}

/** A stream of objects, not an array: `uinput` acts on each as it arrives. */
function lines(commands: readonly object[]): string {
  return commands.map((command) => `${JSON.stringify(command)}\n`).join('');
}
