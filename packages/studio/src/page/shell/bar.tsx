import { chooseDevice, chosenDevice, devices, hello, shownDevice } from '../connection/state.ts';
import { HandControls } from '../hand/hand-controls.tsx';
import { Badge } from '../parts/badge.tsx';
import { Freshness } from '../screen/freshness.tsx';
import { helpIsOpen } from './views.ts';
import { deviceName, refreshDevices } from '../connection/device-list.ts';
import { plainName } from '../parts/plain-text.ts';
import './bar.css';

/** The bar at the top: the device, its freshness, the policy, and the controls of the hand. */
export function Bar() {
  const policy = hello.value?.policy;
  return (
    <header class="bar">
      <h1>Handeye Studio</h1>
      <DevicePicker />
      <span class="bar-fresh">
        <Freshness />
      </span>
      <span class="policy">
        {policy !== undefined && (
          <Badge title="What agents may do: the policy of this server">Policy: {policy}</Badge>
        )}
      </span>
      <span class="bar-space" />
      <HandControls />
      <button
        type="button"
        class="button help-button"
        aria-label="Help and keys"
        aria-keyshortcuts="?"
        title="Help and keys (?)"
        onClick={() => (helpIsOpen.value = true)}
      >
        ?
      </button>
    </header>
  );
}

/** Chooses the device that the page shows. */
function DevicePicker() {
  const known = devices.value;
  const chosen = chosenDevice.value;
  const shown = shownDevice.value;
  const isListed = known.some(({ id }) => id === shown);
  return (
    <select
      class="input device-picker"
      aria-label="Device"
      title={plainName(shown ?? '')}
      value={shown ?? ''}
      onFocus={() => void refreshDevices()}
      onChange={({ currentTarget: { value } }) => {
        chooseDevice(value);
      }}
    >
      {shown === undefined && (
        <option value="">{known.length === 0 ? 'No device' : 'Choose a device'}</option>
      )}
      {shown !== undefined && !isListed && <option value={shown}>{plainName(shown)}</option>}
      {known.map((card) => (
        <option key={card.id} value={card.id}>
          {deviceName(card) +
            (card.state === 'ready' ? '' : ` (${card.state})`) +
            (card.id === shown && chosen === undefined && known.length > 1 ? ' · used by default' : '')}
        </option>
      ))}
    </select>
  );
}
