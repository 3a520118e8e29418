import type { Fault, VirtualPhone } from '@handeye/virtual-phone';
import type { Lever } from '../wire/devices.ts';

/** A lever as the page shows it, and its effect. */
export interface PhoneLever extends Lever {
  readonly pull: (value: string | boolean | undefined) => void;
}

/** Milliseconds of delay of slow parts: noticeable, but not enough to fail a call. */
const LATE = 700;

interface FaultLever {
  /** The name for `handeye phone --fault`. */
  readonly name: string;
  readonly about: string;
  /** The fault; some strike the app in front. */
  readonly fault: (front: string) => Fault;
  /** It happens once, instead of lasting until it is turned off. */
  readonly once?: boolean;
}

const dumpFails = {
  idle: 'The next uiautomator dump finds no rest',
  'null-root': 'The next uiautomator dump finds no window',
  killed: 'The next uiautomator dump is killed',
  crash: 'The next uiautomator dump crashes',
} as const;

const faults: readonly FaultLever[] = [
  { name: 'offline', about: 'The phone is offline', fault: () => ({ kind: 'offline' }) },
  { name: 'unauthorized', about: 'The phone refuses our key', fault: () => ({ kind: 'unauthorized' }) },
  {
    name: `slow:${LATE}`,
    about: 'A slow connection',
    fault: () => ({ kind: 'slow', delayMs: LATE }),
  },
  {
    name: `slow-java:${LATE}`,
    about: 'An old phone: its programs start slowly',
    fault: () => ({ kind: 'slow-java', startMs: LATE }),
  },
  {
    name: 'cut:0',
    about: 'The connection breaks once',
    fault: () => ({ kind: 'cut', afterBytes: 0 }),
    once: true,
  },
  { name: 'secure', about: 'Protected screens: pictures are black', fault: () => ({ kind: 'secure' }) },
  { name: 'never-idle', about: 'The screen never rests', fault: () => ({ kind: 'never-idle' }) },
  {
    name: 'kill',
    about: 'The app in front is ended',
    fault: (front) => ({ kind: 'kill', package: front }),
    once: true,
  },
  {
    name: 'hang',
    about: 'The app in front does not respond',
    fault: (front) => ({ kind: 'hang', package: front }),
  },
  { name: 'inject-denied', about: 'Touches and keys are refused', fault: () => ({ kind: 'inject-denied' }) },
  {
    name: 'companion-refuses',
    about: 'The companion does not start',
    fault: () => ({ kind: 'companion-refuses' }),
  },
  {
    name: 'companion-dies',
    about: 'The companion dies with each request',
    fault: () => ({ kind: 'companion-dies', afterRequests: 0 }),
  },
  {
    name: 'companion-garbage',
    about: 'The companion answers garbage',
    fault: () => ({ kind: 'companion-garbage', afterRequests: 0 }),
  },
  {
    name: `companion-slow:${LATE}`,
    about: 'The companion answers slowly',
    fault: () => ({ kind: 'companion-slow', delayMs: LATE }),
  },
  {
    name: 'companion-registered',
    about: 'Another program holds UiAutomation',
    fault: () => ({ kind: 'companion-registered', package: undefined }),
  },
  {
    name: 'companion-no-windows',
    about: 'The system’s windows are missing at first',
    fault: () => ({ kind: 'companion-no-windows' }),
  },
  ...(['idle', 'null-root', 'killed', 'crash'] as const).map((how): FaultLever => ({
    name: `dump-${how}`,
    about: dumpFails[how],
    fault: () => ({ kind: 'dump', how, times: 1 }),
    once: true,
  })),
];

/** The levers for faults of the phone, and one that ends all of them. */
export function faultLevers(phone: VirtualPhone): readonly PhoneLever[] {
  return [
    {
      name: 'no-faults',
      group: 'faults',
      about: 'End all faults',
      kind: { is: 'button' },
      pull: () => {
        phone.faults.clear();
      },
    },
    ...faults.map((one) => faultLever(phone, one)),
  ];
}

function faultLever(phone: VirtualPhone, { name, about, fault, once = false }: FaultLever): PhoneLever {
  const made = fault(phone.framework.resumedActivity()?.package ?? phone.framework.homePackage);
  return {
    name,
    about,
    group: 'faults',
    kind: once ? { is: 'button' } : { is: 'switch', on: phone.faults.isOn(made.kind) },
    pull: (value) => {
      if (once || value === true) phone.faults.apply(made);
      else phone.faults.end(made.kind);
    },
  };
}
