import * as z from 'zod';
import type { DeviceState, StateOutcome } from '../../device/services/device-state.ts';
import { actionFailed, invalidParams, permissionDenied } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import { Acted, defineTool, reading, replacing, type Tool } from '../frame/define.ts';
import { flag, nothing, oneOf } from '../frame/parameters.ts';

const UNREACHABLE = 'The device cannot be reached, or does not tell its state.';

/** Milliseconds on top of a look: radios take their time, and old phones answer each setting with a process. */
const SWITCHING_MS = 15_000;

export const getDeviceState = defineTool({
  name: 'get_device_state',
  title: 'Get device state',
  description:
    'Battery, network, time, locale, rotation, theme, display, brightness, volume, storage, build, app in front.',
  hints: reading,
  class: 'read',
  needs: 'deviceState',
  input: nothing,
  limit: ({ look }) => look + SWITCHING_MS,
  example: {},
  fails: { permission_denied: UNREACHABLE },
  async handle({ device, call }) {
    const facts = await stateOf(device).read(call);
    return facts.map(({ name, value }) => `${name}: ${value}`).join('\n');
  },
});

const quarterTurn = oneOf([0, 90, 180, 270, 'auto']);

const wishes = z.strictObject({
  rotation: quarterTurn.optional(),
  dark_theme: flag().optional(),
  wifi: flag().optional(),
  mobile_data: flag().optional(),
  airplane: flag().optional(),
  stay_awake: flag().optional().describe('While charging'),
  animations: flag().optional(),
  font_scale: z.number().min(0.5).max(3).optional(),
  locale: z.string().optional().describe('BCP 47'),
  brightness: z.number().min(0).max(100).optional().describe('Percent'),
  screen_timeout: z.int().min(1).max(86_400).optional().describe('Seconds'),
  restore: flag().optional().describe('Put back what was changed'),
});

export const setDeviceState = defineTool({
  name: 'set_device_state',
  title: 'Set device state',
  description: 'Change settings of the device, read back; put back when the server ends.',
  hints: replacing,
  class: 'state',
  needs: 'deviceState',
  input: wishes,
  limit: ({ look }) => look + SWITCHING_MS,
  example: { font_scale: 1.3, brightness: 80 },
  fails: {
    invalid_params: 'Nothing to set, a value out of range, or `restore` together with something to set.',
    permission_denied:
      'It would cut the connection to the device (`wifi`, `airplane` on a phone reached over the network); ' +
      'nothing of what was asked can be set on it; or a desktop.',
    action_failed: 'Nothing of what was asked took effect: the text says why.',
  },
  async handle({ device, hands, call }, { restore = false, ...wish }) {
    const state = stateOf(device);
    mustBeLanguageTag(wish.locale);
    const isEmpty = Object.values(wish).every((value) => value === undefined);
    if (restore && !isEmpty) throw invalidParams("'restore' goes alone: leave the other parameters out.");
    if (!restore && isEmpty)
      throw invalidParams('Nothing to set: pass at least one parameter, or restore: true.');
    if (!state.set || !state.restore)
      throw permissionDenied(state.readOnlyBecause ?? 'The state of this device can only be read.');
    const { set, restore: putBack } = { set: state.set.bind(state), restore: state.restore.bind(state) };
    const settings = Object.keys(wish);
    await hands.mayChangeDevice({ text: restore ? 'restore' : JSON.stringify(wish), settings });
    const outcomes = await hands.change(() => (restore ? putBack(call) : set(wish, call)));
    if (outcomes.length === 0) return new Acted('Nothing to put back: everything is as it was.');
    const text = outcomes.map(line).join('\n');
    if (!restore && !outcomes.some(({ took }) => took)) throw actionFailed(text);
    return new Acted(text);
  },
});

function mustBeLanguageTag(locale: string | undefined): void {
  if (locale === undefined) return;
  try {
    // An empty tag is none, although it is not refused.
    if (Intl.getCanonicalLocales(locale).join('') !== '') return;
  } catch {
    // Told below, in the words of the tool.
  }
  throw invalidParams("'locale' must be a BCP 47 language tag, such as en-US or ar-EG.");
}

function line({ item, took, text }: StateOutcome): string {
  return `${item}: ${took ? '' : 'not done: '}${text}`;
}

function stateOf({ services }: Device): DeviceState {
  if (!services?.state) throw permissionDenied('This device does not tell its state.');
  return services.state;
}

/** The toolset `state`. */
export const stateTools: readonly Tool[] = [getDeviceState, setDeviceState];
