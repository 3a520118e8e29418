import type { AndroidRelease } from '../../kernel/release.ts';

/** The usage text of `input` per release (5: recorded on 5.1; later ones in the form of InputShellCommand). */
export function inputUsage(release: AndroidRelease): string {
  return release >= 12 ? modern(release) : old(release);
}

function old(release: AndroidRelease): string {
  const dragAndDrop =
    release === 5 ? '' : '      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n';
  return `Usage: input [<source>] <command> [<arg>...]

The sources are: 
      mouse
      keyboard
      joystick
      touchnavigation
      touchpad
      trackball
      stylus
      dpad
      touchscreen
      gamepad

The commands and default sources are:
      text <string> (Default: touchscreen)
      keyevent [--longpress] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
${dragAndDrop}      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
`;
}

function modern(release: AndroidRelease): string {
  const combination =
    release === 12
      ? 'keycombination <key code 1> <key code 2> ... (Default: keyboard)'
      : 'keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard, the key order is important here.)';
  return `Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are: 
      dpad
      keyboard
      mouse
      touchpad
      gamepad
      touchnavigation
      joystick
      touchscreen
      stylus
      trackball

-d: specify the display ID.
      (Default: -1 for key event, 0 for motion event if not specified.)
The commands and default sources are:
      text <string> (Default: touchscreen)
      keyevent [--longpress|--doubletap] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      ${combination}
`;
}
