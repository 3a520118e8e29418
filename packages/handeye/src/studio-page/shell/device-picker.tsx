import { deviceName, refreshDevices } from '../connection/device-list.ts';
import { chooseDevice, chosenDevice, devices, shownDevice } from '../connection/state.ts';
import { plainName } from '../parts/plain-text.ts';

/** Chooses the device that the page shows. */
export function DevicePicker() {
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
