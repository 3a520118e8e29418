import { invalidParams } from '../device/errors.ts';
import { type Chord, type Key, type Modifier, modifiers } from '../device/keys.ts';
import type { Device } from '../device/port.ts';
import { cut, shown } from '@handeye/screen/sanitize';

/** Other names of modifiers, used by people and by other tools. */
const otherNames: Readonly<Record<string, Modifier>> = {
  control: 'ctrl',
  option: 'alt',
  command: 'cmd',
  meta: 'cmd',
  super: 'cmd',
  win: 'cmd',
};

/** Other names of keys. */
const otherKeyNames: Readonly<Record<string, Key>> = {
  RETURN: 'ENTER',
  BACKSPACE: 'DEL',
  DELETE: 'FORWARD_DEL',
  ESC: 'ESCAPE',
  INS: 'INSERT',
  END: 'MOVE_END',
  PAGEUP: 'PAGE_UP',
  PAGEDOWN: 'PAGE_DOWN',
};

/** The key or the chord that was asked for, if this device takes it: else what it does take. */
export function requestedKey(given: string, device: Device, contract: readonly Key[]): Key | Chord {
  const keys = [...contract, ...(device.moreKeys ?? [])];
  const key = keyNamed(given, keys) ?? chordNamed(given, keys);
  if (key === undefined || (typeof key !== 'string' && !device.pressChord))
    throw invalidParams(`Invalid 'key' value: '${cut(shown(given) ?? '', 50)}'. ${taken(device, keys)}`);
  return key;
}

function keyNamed(given: string, keys: readonly Key[]): Key | undefined {
  const name = given.trim().toUpperCase();
  return keys.find((key) => key === name) ?? keys.find((key) => key === otherKeyNames[name]);
}

function chordNamed(given: string, keys: readonly Key[]): Chord | undefined {
  // The last plus may be the key itself: ctrl++.
  const [, before = '', last = ''] = /^(.+)\+(.+|\+)$/s.exec(given.replaceAll(' ', '')) ?? [];
  const [first, ...others] = before.split('+').map(modifierNamed);
  if (first === undefined) return undefined;
  const held: [Modifier, ...Modifier[]] = [first];
  for (const one of others) {
    if (one === undefined) return undefined;
    held.push(one);
  }
  const key = chordKey(last, keys);
  return key && { held, key };
}

function chordKey(name: string, keys: readonly Key[]): Chord['key'] | undefined {
  if (Array.from(name).length === 1) return { character: name.toLowerCase() };
  // With other keys held it cannot be a phone's button.
  const key = name.toUpperCase() === 'HOME' ? 'MOVE_HOME' : keyNamed(name, keys);
  return key === undefined || isSystemKey(key) ? undefined : key;
}

type SystemsOwn = Exclude<Key, Chord['key']>;

const systemsOwn: Readonly<Record<SystemsOwn, true>> = {
  BACK: true,
  HOME: true,
  RECENTS: true,
  NOTIFICATIONS: true,
  QUICK_SETTINGS: true,
  SEARCH: true,
  VOLUME_UP: true,
  VOLUME_DOWN: true,
  COPY: true,
  CUT: true,
  PASTE: true,
  SELECT_ALL: true,
};

function isSystemKey(key: Key): key is SystemsOwn {
  return Object.hasOwn(systemsOwn, key);
}

function modifierNamed(name: string): Modifier | undefined {
  const lower = name.toLowerCase();
  return modifiers.find((one) => one === lower) ?? otherNames[lower];
}

function taken(device: Device, keys: readonly Key[]): string {
  const { kind, capabilities } = device;
  const buttons: Partial<Record<Key, true | string>> = { BACK: capabilities.back, HOME: capabilities.home };
  const able = keys.filter((key) => (buttons[key] ?? true) === true);
  const chords = device.pressChord ? ', and keys with others held, as in ctrl+shift+t' : '';
  return `This ${kind} takes: ${able.join(', ')}${chords}`;
}
