import type { LinuxCase } from './case.ts';
import type { ShownWindow, WindowKind } from './program.ts';
import type { LinuxStage } from './stage.ts';

const changed = /^The screen changed since you looked: now '[^']+' \(flashlight\) is at /;
const focusTaken = /^The screen changed since you looked: now '[^']+' \(flashlight\) has the focus/;

const light = (label: string, kind: WindowKind): ShownWindow => ({
  title: 'Free light',
  parts: [['button', label]],
  kind,
});
const FORM: ShownWindow = { title: 'Win a lamp', parts: [['field', 'Your wish']] };

/** Looks at the notes, lets the hostile program open a window, and touches where Cancel was. */
function touchesCancel(window: ShownWindow, touch = 'tap'): LinuxCase['play'] {
  return async (stage) => {
    const point = await stage.at('Cancel');
    await stage.spring(window);
    await stage.does(touch, point);
  };
}

/** The window is there at the look already. */
function touchesUnder(window: ShownWindow): LinuxCase['play'] {
  return async (stage) => {
    await stage.spring(window);
    await stage.does('tap', await stage.at('Cancel'));
  };
}

async function dragsFromCancel(stage: LinuxStage): Promise<void> {
  const { x, y } = await stage.at('Cancel');
  await stage.spring(light('Continue', 'popup'));
  await stage.does('swipe', { x1: x, y1: y, x2: x + 100, y2: y });
}

async function stepsOnCancel(stage: LinuxStage): Promise<void> {
  const point = await stage.at('Cancel');
  await stage.spring(light('Continue', 'popup'));
  await stage.does('run_steps', { steps: [{ tool: 'tap', arguments: point }] });
}

/** The agent knows only the tree of one application. */
async function tapsByTheTree(stage: LinuxStage): Promise<void> {
  const point = await stage.found('notes', 'Cancel');
  await stage.spring(light('Continue', 'window'));
  await stage.does('tap', point);
}

/** The agent reads a program that lies behind another one, and touches it as if it lay in front. */
async function tapsWhatIsCovered(stage: LinuxStage): Promise<void> {
  await stage.spring(light('Continue', 'window'));
  await stage.looks();
  await stage.does('tap', await stage.found('notes', 'Cancel'));
}

/** The agent has the focus in its field; when it types, another program's field has it. */
function typesAfter(window: ShownWindow, tool: string, args: object): LinuxCase['play'] {
  return async (stage) => {
    await stage.looks();
    await stage.spring(window);
    await stage.does(tool, args);
  };
}

async function becomesPay(stage: LinuxStage): Promise<void> {
  const point = await stage.at('Cancel');
  await stage.notes.rename('Cancel', 'Pay 49 €');
  await stage.does('tap', point);
}

async function becomesLater(stage: LinuxStage): Promise<void> {
  const point = await stage.at('Cancel');
  await stage.notes.rename('Cancel', 'Later');
  await stage.does('tap', point);
}

export const movingWindows: readonly LinuxCase[] = [
  {
    attack: 1,
    form: 'a window that no window manager knows comes over Cancel before a click',
    play: touchesCancel(light('Continue', 'popup')),
    outcome: 'stopped',
    says: changed,
  },
  {
    attack: 1,
    form: 'the same before a right click',
    play: touchesCancel(light('Continue', 'popup'), 'long_press'),
    outcome: 'stopped',
    says: changed,
  },
  { attack: 1, form: 'the same before a drag', play: dragsFromCancel, outcome: 'stopped', says: changed },
  { attack: 1, form: 'the same inside of run_steps', play: stepsOnCancel, outcome: 'stopped' },
  {
    attack: 1,
    form: 'a window that stays above all and takes no focus comes over Cancel',
    play: touchesCancel(light('Pay 49 €', 'above')),
    outcome: 'stopped',
    says: changed,
  },
  {
    attack: 1,
    form: 'a window that no window manager knows was there at the look, and takes the click',
    play: touchesUnder(light('Continue', 'popup')),
    outcome: 'noted',
    says: /flashlight draws over the screen of notes/,
  },
  {
    attack: 1,
    form: 'a window that lets clicks through lies over Cancel',
    play: touchesCancel(light('Continue', 'through')),
    outcome: 'harmless',
  },
  {
    attack: 2,
    form: 'another program comes to the front before a click',
    play: touchesCancel(light('Continue', 'window')),
    outcome: 'stopped',
    says: changed,
  },
  {
    attack: 2,
    form: 'the same before a double click',
    play: touchesCancel(light('Continue', 'window'), 'double_tap'),
    outcome: 'stopped',
    says: changed,
  },
  {
    attack: 2,
    form: 'the same after the tree of one program was read',
    play: tapsByTheTree,
    outcome: 'stopped',
    says: changed,
  },
  {
    attack: 2,
    form: 'a program that lies behind another one was read, and is clicked',
    play: tapsWhatIsCovered,
    outcome: 'stopped',
    says: changed,
  },
  {
    attack: 2,
    form: 'a field of another program takes the focus before a text is typed',
    play: typesAfter(FORM, 'input_text', { text: 'my diary' }),
    outcome: 'stopped',
    says: focusTaken,
  },
  {
    attack: 2,
    form: 'the same before ENTER',
    play: typesAfter(FORM, 'press_key', { key: 'ENTER' }),
    outcome: 'stopped',
    says: focusTaken,
  },
  {
    attack: 3,
    form: 'Cancel becomes Pay before a click',
    play: becomesPay,
    outcome: 'stopped',
    says: /may cost money/,
  },
  {
    attack: 3,
    form: 'Cancel becomes Later, which costs nothing, before a click',
    play: becomesLater,
    outcome: 'noted',
    says: /now 'Later' \(notes\)/,
  },
  {
    attack: 6,
    form: 'a notification comes over Cancel before a click',
    play: touchesCancel(light('Continue', 'notification')),
    outcome: 'stopped',
    says: changed,
  },
];
