import { deviceName } from '../connection/device-list.ts';
import { chooseDevice, devices, frame, link, shownDevice, unseen } from '../connection/state.ts';
import { EmptyState } from '../parts/empty-state.tsx';

/** Over the picture or in its place: why the device cannot be seen, and the remedy. */
export function Unseen() {
  const why = unseen.value ?? adviceOfList();
  if (why === undefined && frame.value) return null;
  return (
    <div class="live-unseen" role="status">
      {why === undefined ? (
        <EmptyState
          title={link.value === 'connecting' ? 'Connecting …' : 'Waiting for the first picture …'}
        />
      ) : (
        <EmptyState
          title={shownDevice.value === undefined ? 'No device to show' : 'This device cannot be seen now'}
        >
          <p class="from-device">{why}</p>
          <Choices />
        </EmptyState>
      )}
    </div>
  );
}

/** Other devices to show. */
function Choices() {
  const others = devices.value.filter(({ id, state }) => state === 'ready' && id !== shownDevice.value);
  return (
    <>
      {others.map((card) => (
        <button
          key={card.id}
          type="button"
          class="button from-device"
          onClick={() => {
            chooseDevice(card.id);
          }}
        >
          Show {deviceName(card)}
        </button>
      ))}
    </>
  );
}

/** The list reports a phone that must be unlocked or allowed long before a look at it fails. */
function adviceOfList(): string | undefined {
  if (frame.value) return undefined;
  const [first, second] = devices.value;
  const shown = shownDevice.value ?? (second ? undefined : first?.id);
  return devices.value.find(({ id }) => id === shown)?.advice;
}
