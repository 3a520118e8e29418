import { useEffect, useState } from 'preact/hooks';
import { aliveAt, frame, link, looked, screen, unseen } from '../connection/state.ts';
import { Badge } from '../parts/badge.tsx';

/** Milliseconds without a sign of life of server and device after which the page is not live. */
const LIVE_FOR = 2_000;
/** Milliseconds between two updates of the badge. */
const UPDATE = 250;

/** The age of the shown screen, and the tier of the device. */
export function Freshness() {
  const now = useNow();
  const look = looked.value;
  if (!look) return null;
  const age = Math.max(0, Math.round((now - look.arrived) / 1_000));
  const isLive = link.value === 'open' && unseen.value === undefined && now - aliveAt.value < LIVE_FOR;
  const tier = screen.value?.tier ?? '';
  const changed =
    frame.value && Math.max(0, Math.round((now - frame.value.arrived + frame.value.age) / 1_000));
  const title =
    `Looked at ${age} s ago; a look takes ${look.milliseconds} ms.` +
    (changed === undefined ? '' : ` The picture changed ${changed} s ago.`) +
    (tier === '' ? '' : ` The device is served by: ${tier}.`);
  return (
    <span class="freshness">
      <Badge tone={isLive ? 'good' : 'warn'} title={title}>
        {isLive ? 'Live' : 'Not live'} · {age} s{tier === '' ? '' : ` · ${tier}`}
      </Badge>
    </span>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, UPDATE);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}
