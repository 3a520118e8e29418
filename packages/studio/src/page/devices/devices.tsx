import './devices.css';
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { DeviceCard } from '../../wire/devices.ts';
import { request } from '../connection/connection.ts';
import { chooseDevice, devices, hello, link, shownDevice } from '../connection/state.ts';
import { Badge } from '../parts/badge.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { AddPhone } from './add-phone.tsx';

/** Milliseconds between two lists while the view is visible. */
const REFRESH = 2_000;

/** The last list with pictures, kept so that the view does not start empty. */
const cards = signal<readonly DeviceCard[] | undefined>(undefined);
const problem = signal<string | undefined>(undefined);

/** All devices, each with a small picture and its state. */
export function Devices() {
  const [isAdding, setAdding] = useState(false);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = async () => {
      if (document.visibilityState === 'visible' && link.value === 'open') await load();
      if (!isOver) timer = setTimeout(() => void refresh(), REFRESH);
    };
    void refresh();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  const known = cards.value;
  return (
    <div class="devices">
      {hello.value?.canPair === true && (
        <button
          type="button"
          class="button"
          onClick={() => {
            setAdding(true);
          }}
        >
          Add a phone
        </button>
      )}
      {isAdding && (
        <AddPhone
          onClose={() => {
            setAdding(false);
          }}
        />
      )}
      {problem.value !== undefined && (
        <p class="device-advice" role="alert">
          {problem.value}
        </p>
      )}
      {known?.length === 0 && (
        <EmptyState title="No device">
          <p>
            Add a phone over Wi-Fi, plug one in with USB debugging switched on, or start the server with{' '}
            <code>--device virtual</code>. On the computer that runs Handeye, <code>handeye doctor</code> says
            what is missing.
          </p>
        </EmptyState>
      )}
      <ul class="device-wall">
        {known?.map((card) => (
          <Card key={card.id} card={card} />
        ))}
      </ul>
    </div>
  );
}

async function load(): Promise<void> {
  try {
    cards.value = await request('devices', { thumbnails: true });
    devices.value = cards.value;
    problem.value = undefined;
  } catch (error) {
    problem.value = error instanceof Error ? error.message : String(error);
  }
}

function Card({ card }: { readonly card: DeviceCard }) {
  const { id, title, state, tier, holder, advice, thumbnail, kind, isUsed } = card;
  const isWatched = shownDevice.value === id;
  return (
    <li class={`device-card is-${kind}`} aria-label={title}>
      <div class="device-picture">
        {thumbnail === undefined ? (
          <p>{isUsed ? 'No picture yet.' : 'Not in use.'}</p>
        ) : (
          <img src={thumbnail} alt={`The screen of ${title}`} />
        )}
      </div>
      <div class="device-facts">
        <h2>{title}</h2>
        <p class="device-id">{id}</p>
        <p>
          <Badge tone={state === 'ready' ? 'good' : 'warn'}>{state}</Badge>
        </p>
        {tier !== undefined && <p>Served by {tier}</p>}
        {holder !== undefined && <p>In the hands of {holder}</p>}
        {advice !== undefined && <p class="device-advice">{advice}</p>}
        <button
          type="button"
          class="button is-small"
          aria-pressed={isWatched}
          disabled={isWatched}
          onClick={() => {
            chooseDevice(id);
          }}
        >
          {isWatched ? 'Watched' : 'Watch'}
        </button>
      </div>
    </li>
  );
}
