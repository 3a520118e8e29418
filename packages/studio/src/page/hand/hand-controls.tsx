import { hands, link, shownDevice } from '../connection/state.ts';
import { defineKeys, useKeys } from '../keys/keys.ts';
import { plainName } from '../parts/plain-text.ts';
import './hand.css';
import {
  deviceKind,
  handBack,
  isTakenOver,
  pressTool,
  resumeWrites,
  stopWrites,
  takeOver,
} from './hand-state.ts';

const deviceButtons = [
  { tool: 'press_back', name: 'Back', sign: '◁' },
  { tool: 'press_home', name: 'Home', sign: '○' },
  { tool: 'press_recents', name: 'Recent apps', sign: '□' },
] as const;

const stopKey = defineKeys('Hand', { s: 'Stop: end every write of every agent' }, { isUrgent: true });
const handKeys = defineKeys('Hand', {
  R: 'Resume: let agents write again',
  o: 'Take over, or hand back',
  'Alt+Shift+S': 'Stop, also while you type',
  'Alt+Shift+R': 'Resume, also while you type',
  'Alt+Shift+O': 'Hand back, also while you type on the device',
  Escape: 'On the picture, after taking over: Back',
  Tab: 'On the picture: leave it',
});

/** The buttons Take over and Hand back, Stop and Resume. */
export function HandControls() {
  useKeys(stopKey, () => ({ s: stopWrites }));
  useKeys(handKeys, () => ({
    R: resumeWrites,
    o: turn,
    'Alt+Shift+S': stopWrites,
    'Alt+Shift+R': resumeWrites,
    'Alt+Shift+O': turn,
  }));
  const { stopped } = hands.value;
  const isLost = link.value !== 'open';
  // Letters then go to the device.
  const keyOf = (letter: string) => (isTakenOver.value ? `Alt+Shift+${letter.toUpperCase()}` : letter);
  return (
    <div class="hand-controls" role="group" aria-label="Your hand">
      <span class={stopped ? 'hand-state is-stopped' : 'hand-state'} role="status">
        {stopped
          ? 'Stopped: no agent can write'
          : isTakenOver.value
            ? 'You have the device'
            : heldElsewhere()}
      </span>
      {isTakenOver.value && deviceKind.value === 'phone' && (
        <span class="hand-buttons">
          {deviceButtons.map(({ tool, name, sign }) => (
            <button
              key={tool}
              type="button"
              class="button"
              aria-label={name}
              title={name}
              onClick={() => {
                pressTool(tool);
              }}
            >
              {sign}
            </button>
          ))}
        </span>
      )}
      <button
        type="button"
        class={isTakenOver.value ? 'button is-main' : 'button'}
        aria-keyshortcuts={keyOf('o')}
        disabled={isLost || shownDevice.value === undefined}
        title={
          isTakenOver.value
            ? `Let agents use the device again (${keyOf('o')})`
            : `Use the device yourself; agents wait meanwhile (${keyOf('o')})`
        }
        onClick={turn}
      >
        {isTakenOver.value ? 'Hand back' : 'Take over'}
      </button>
      <button
        type="button"
        class={stopped ? 'button hand-stop is-stopped' : 'button hand-stop'}
        aria-keyshortcuts={keyOf(stopped ? 'R' : 's')}
        disabled={isLost}
        title={
          stopped
            ? `Agents may write again (${keyOf('R')})`
            : `End every write of every agent now, and refuse new ones (${keyOf('s')})`
        }
        onClick={stopped ? resumeWrites : stopWrites}
      >
        {stopped ? 'Resume' : 'Stop'}
      </button>
    </div>
  );
}

/** Shown while a device is taken over that the page does not show: agents wait for it. */
function heldElsewhere(): string | undefined {
  const [first, ...others] = hands.value.takenOver;
  if (first === undefined) return undefined;
  return `You still have ${plainName(first)}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}

function turn(): void {
  if (isTakenOver.value) handBack();
  else takeOver();
}
