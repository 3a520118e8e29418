import './levers.css';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Lever } from '../../wire/devices.ts';
import { request } from '../connection/connection.ts';
import { link, shownDevice } from '../connection/state.ts';
import { EmptyState } from '../parts/empty-state.tsx';

/** Milliseconds between two requests while the view is visible: agents turn the phone, too. */
const REFRESH = 2_000;

const groups: readonly (readonly [Lever['group'], title: string])[] = [
  ['phone', 'Phone'],
  ['faults', 'Faults'],
  ['hostile screens', 'Hostile screens'],
];

/** The levers of a device; only the virtual phone has any. */
interface Known {
  readonly device: string;
  readonly list: readonly Lever[];
}

/** The last levers, kept so that the view does not start empty. */
const levers = signal<Known | undefined>(undefined);
const problem = signal<string | undefined>(undefined);
/** The last action, for people who do not see the phone change. */
const done = signal('');

/** The levers of the virtual phone: faults, hostile screens, rotation … */
export function Levers() {
  const device = shownDevice.value;
  const isOpen = link.value === 'open';
  useEffect(() => {
    if (device === undefined || !isOpen) return undefined;
    void load(device);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load(device);
    }, REFRESH);
    return () => {
      clearInterval(timer);
    };
  }, [device, isOpen]);
  const known = levers.value?.device === device ? levers.value : undefined;
  if (device === undefined || known?.list.length === 0) {
    return (
      <EmptyState title="Only for the virtual phone">
        <p>
          The built-in virtual phone can fail, turn and notify at a click. This device is another one: start
          the server with <code>--device virtual</code> to try it.
        </p>
      </EmptyState>
    );
  }
  return (
    <div class="levers">
      {problem.value !== undefined && (
        <p class="levers-problem" role="alert">
          {problem.value}
        </p>
      )}
      <p class="unseen-text" role="status">
        {done.value}
      </p>
      {groups.map(([group, title]) => (
        <Group
          key={group}
          title={title}
          device={device}
          own={(known?.list ?? []).filter((one) => one.group === group)}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly device: string;
  readonly own: readonly Lever[];
}

function Group({ title, device, own }: GroupProps) {
  if (own.length === 0) return null;
  return (
    <section class="lever-group" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {own.map((lever) => (
          <li key={lever.name}>
            <Control lever={lever} onPull={(value) => void pull(device, lever, value)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ControlProps {
  readonly lever: Lever;
  readonly onPull: (value?: string | boolean) => void;
}

function Control({ lever: { name, about, kind }, onPull }: ControlProps) {
  switch (kind.is) {
    case 'button':
      return (
        <button
          type="button"
          class="button lever"
          title={name}
          onClick={() => {
            onPull();
          }}
        >
          {about}
        </button>
      );
    case 'switch':
      return (
        <button
          type="button"
          role="switch"
          class="button lever"
          title={name}
          aria-checked={kind.on}
          onClick={() => {
            onPull(!kind.on);
          }}
        >
          <span>{about}</span>
          <span class="lever-track" aria-hidden="true" />
        </button>
      );
    case 'choice':
      return (
        <label class="lever lever-choice" title={name}>
          <span>{about}</span>
          <select
            class="input"
            value={kind.now}
            onChange={({ currentTarget: { value } }) => {
              onPull(value);
            }}
          >
            {kind.of.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      );
  }
}

async function load(device: string): Promise<void> {
  await told(async () => {
    levers.value = { device, list: await request('levers', { device }) };
  });
}

async function pull(device: string, { name, about }: Lever, value?: string | boolean): Promise<void> {
  await told(async () => {
    await request('lever', { device, lever: name, value });
    const how = value === undefined ? 'done' : typeof value === 'string' ? value : value ? 'on' : 'off';
    done.value = `${about}: ${how}`;
    levers.value = { device, list: await request('levers', { device }) };
  });
}

async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
    problem.value = undefined;
  } catch (error) {
    problem.value = error instanceof Error ? error.message : String(error);
  }
}
