import type { Call } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import type { Capabilities } from '@handeye/core/device/port';
import { outputOf, type Phone, sh } from './phone.ts';
import type { TouchDevice } from './input/sendevent.ts';
import { parseTouchDevice } from './input/sendevent.ts';

/** The facts that stay the same while a phone runs: its version, its name, and the abilities of its shell. */
export interface Traits {
  readonly sdk: number;
  readonly release: string;
  readonly model: string;
  /** The shell may make input devices of its own. */
  readonly uinput: boolean;
  /** The phone's own touch panel, if the shell may write to it. */
  readonly touchDevice: TouchDevice | undefined;
}

/** `uinput` understands more than one finger from Android 12 on. */
const FIRST_SDK_WITH_UINPUT = 31;

/** Reads the phone's traits, in one round trip. */
export async function readTraits(phone: Phone, call: Call): Promise<Traits> {
  const answers = await phone.script(
    [
      sh`getprop ro.build.version.sdk`,
      sh`getprop ro.build.version.release`,
      sh`getprop ro.product.model`,
      sh`command -v uinput && [ -w /dev/uinput ] && echo writable`,
      sh`getevent -p 2>/dev/null`,
    ],
    call,
  );
  const [sdk = '', release = '', model = '', uinput = '', panels = ''] = answers.map((answer) =>
    outputOf(answer).trim(),
  );
  if (!/^\d+$/.test(sdk))
    throw actionFailed(
      `The phone ${phone.serial} does not report its Android version. Its shell may be broken: restart the phone.`,
    );
  const panel = parseTouchDevice(panels);
  return {
    sdk: Number(sdk),
    release,
    model,
    uinput: Number(sdk) >= FIRST_SDK_WITH_UINPUT && uinput.endsWith('writable'),
    touchDevice: panel && (await isWritable(phone, panel, call)) ? panel : undefined,
  };
}

async function isWritable(phone: Phone, { path }: TouchDevice, call: Call): Promise<boolean> {
  return (await phone.run(sh`[ -w ${path} ]`, call)).code === 0;
}

const BY_FINGER = 'Plain ADB has no accessibility actions; touches are used instead.';

/** The capabilities of this phone with nothing installed on it. `advice` says what can do the rest. */
export function capabilitiesOf({ uinput, touchDevice }: Traits, advice: string): Capabilities {
  return {
    picture: true,
    touch: true,
    multitouch:
      uinput || touchDevice !== undefined
        ? true
        : `This phone does not let the shell touch with several fingers. ${advice}`,
    click: BY_FINGER,
    longClick: BY_FINGER,
    scroll: BY_FINGER,
    type: true,
    setText: true,
    selectText: `Android's shell cannot select a part of a text. ${advice}`,
    keys: true,
    back: true,
    home: true,
    recents: true,
    notifications: true,
    quickSettings: true,
    clipboard: `Android's shell has no command for the clipboard. ${advice}`,
    logs: true,
    manageApps: true,
    openUris: true,
    intents: true,
    readNotifications: true,
    files: true,
    deviceState: true,
    recording: true,
    crashes: true,
  };
}
