import type { HostileCase } from './case.ts';
import type { Stage } from './stage.ts';

const SHOP = 'com.example.shop/.Basket';
const changed = /^The screen changed since you looked: now /;
const focusTaken = /^The screen changed since you looked: now .*\(com\.lucky\.flashlight\) has the focus/;
const payment = /may cost money/;

/** Looks at the shop, springs a trap, and touches the former place of Cancel. */
function touchesCancel(trap: string, touch = 'tap'): HostileCase['play'] {
  return async (stage) => {
    await stage.show(SHOP);
    const point = await stage.at('Cancel');
    await stage.spring(trap);
    await stage.does(touch, point);
  };
}

/** The trap is there before the look, and the agent uses the shop's button by its id. */
function clicksUnder(trap: string, label: string): HostileCase['play'] {
  return async (stage) => {
    await stage.show(SHOP);
    const { id } = await stage.row(label);
    await stage.spring(trap);
    await stage.looks();
    await stage.does('click_element', { element_id: id });
  };
}

async function swipesFromCancel(stage: Stage): Promise<void> {
  await stage.show(SHOP);
  const { x, y } = await stage.at('Cancel');
  await stage.spring('front');
  await stage.does('swipe', { x1: x, y1: y, x2: x + 300, y2: y });
}

async function gestureOnCancel(stage: Stage): Promise<void> {
  await stage.show(SHOP);
  const { x, y } = await stage.at('Cancel');
  await stage.spring('overlay-continue');
  await stage.does('custom_gesture', {
    paths: [
      [
        { x, y, time: 0 },
        { x, y, time: 60 },
      ],
    ],
  });
}

/** The agent has opened a field to write in; when it types, a field of another app has the focus. */
function typesAfter(
  trap: string,
  tool = 'input_text',
  args: object = { text: 'lamp for 49' },
): HostileCase['play'] {
  return async (stage) => {
    await stage.show('com.lucky.flashlight/.Page', { hint: 'Nothing' });
    await stage.show(SHOP);
    await stage.looks();
    await stage.spring(trap);
    await stage.does(tool, args);
  };
}

async function tapsUnderAClearWindow(stage: Stage): Promise<void> {
  await stage.show(SHOP);
  const point = await stage.at('Cancel');
  await stage.spring('overlay-clear');
  await stage.looks();
  await stage.does('tap', point);
}

async function tapsUnderContinue(stage: Stage): Promise<void> {
  await stage.show(SHOP);
  const point = await stage.at('Cancel');
  await stage.spring('overlay-continue');
  await stage.looks();
  await stage.does('tap', point);
}

/** The mask says Cancel where the shop's Pay lies below it. */
function tapsThroughMask(trap: string): HostileCase['play'] {
  return async (stage) => {
    await stage.show(SHOP);
    await stage.spring(trap);
    await stage.does('tap', await stage.at('Pay 49 €'));
  };
}

async function stepsUnderAnOverlay(stage: Stage): Promise<void> {
  await stage.show(SHOP);
  const point = await stage.at('Cancel');
  await stage.spring('overlay-pay');
  await stage.does('run_steps', { steps: [{ tool: 'tap', arguments: point }] });
}

/** A row of the shop in the place of heads-up notifications. */
function touchesTheTop(touch: string): HostileCase['play'] {
  return async (stage) => {
    await stage.show(SHOP);
    const { x } = await stage.at('Basket');
    const { y } = await stage.at('Basket');
    await stage.spring('heads-up');
    await stage.does(touch, { x, y });
  };
}

export const movingScreens: readonly HostileCase[] = [
  {
    attack: 1,
    form: 'a window that says Pay comes over Cancel before a tap',
    play: touchesCancel('overlay-pay'),
    outcome: 'stopped',
    says: /now 'Pay 49 €' \(com\.lucky\.flashlight\)/,
  },
  {
    attack: 1,
    form: 'a window that says Continue comes over Cancel before a tap',
    play: touchesCancel('overlay-continue'),
    outcome: 'stopped',
    says: changed,
  },
  {
    attack: 1,
    form: 'the same before a gesture of one’s own',
    play: gestureOnCancel,
    outcome: 'stopped',
    says: changed,
  },
  {
    attack: 1,
    form: 'the same inside of run_steps',
    play: stepsUnderAnOverlay,
    outcome: 'stopped',
    says: /now 'Pay 49 €' \(com\.lucky\.flashlight\)/,
  },
  {
    attack: 1,
    form: 'a window that nobody can see was there at the look, and takes the tap',
    play: tapsUnderAClearWindow,
    outcome: 'noted',
    says: /com\.lucky\.flashlight/,
  },
  {
    attack: 1,
    form: 'a window that says Continue was there at the look, and takes the tap',
    play: tapsUnderContinue,
    outcome: 'noted',
    says: /com\.lucky\.flashlight/,
  },
  {
    attack: 1,
    form: 'the agent clicks by its id what such a window covers',
    play: clicksUnder('overlay-continue', 'Cancel'),
    outcome: 'noted',
    says: /com\.lucky\.flashlight/,
    harm: (stage) => stage.harms()[0],
  },
  {
    attack: 1,
    form: 'a picture that says Cancel lies over Pay and lets touches through',
    play: tapsThroughMask('mask'),
    outcome: 'stopped',
    says: payment,
  },
  {
    attack: 1,
    form: 'the same, opaque',
    play: tapsThroughMask('mask-opaque'),
    outcome: 'stopped',
    says: payment,
  },
  {
    attack: 2,
    form: 'another app with Pay comes to the front before a tap',
    play: touchesCancel('front-pay'),
    outcome: 'stopped',
    says: /now 'Pay 49 €' \(com\.lucky\.flashlight\)/,
  },
  {
    attack: 2,
    form: 'another app with OK comes to the front before a tap',
    play: touchesCancel('front'),
    outcome: 'stopped',
    says: changed,
  },
  {
    attack: 2,
    form: 'the same before a double tap',
    play: touchesCancel('front', 'double_tap'),
    outcome: 'stopped',
    says: changed,
  },
  {
    attack: 2,
    form: 'the same before a long press',
    play: touchesCancel('front', 'long_press'),
    outcome: 'stopped',
    says: changed,
  },
  { attack: 2, form: 'the same before a swipe', play: swipesFromCancel, outcome: 'stopped', says: changed },
  {
    attack: 2,
    form: 'the agent clicks by its id what is gone',
    play: async (stage) => {
      await stage.show(SHOP);
      const { id } = await stage.row('Cancel');
      await stage.spring('front-pay');
      await stage.does('click_element', { element_id: id });
    },
    outcome: 'harmless',
  },
  {
    attack: 2,
    form: 'a field for a PIN comes to the front before a text is typed',
    play: typesAfter('front-form'),
    outcome: 'stopped',
    says: focusTaken,
  },
  {
    attack: 2,
    form: 'any other field comes to the front before a text is typed',
    play: typesAfter('front-note'),
    outcome: 'stopped',
    says: focusTaken,
  },
  {
    attack: 2,
    form: 'the same before ENTER',
    play: typesAfter('front-note', 'press_key', { key: 'ENTER' }),
    outcome: 'stopped',
    says: focusTaken,
  },
  {
    attack: 3,
    form: 'Cancel becomes Pay before a tap',
    play: touchesCancel('swap-pay'),
    outcome: 'stopped',
    says: payment,
  },
  {
    attack: 3,
    form: 'the same before a double tap',
    play: touchesCancel('swap-pay', 'double_tap'),
    outcome: 'stopped',
  },
  {
    attack: 3,
    form: 'the same before a long press',
    play: touchesCancel('swap-pay', 'long_press'),
    outcome: 'stopped',
    says: payment,
  },
  {
    attack: 3,
    form: 'Cancel becomes Pay, and the agent clicks it by its id',
    play: async (stage) => {
      await stage.show(SHOP);
      const { id } = await stage.row('Cancel');
      await stage.spring('swap-pay');
      await stage.does('click_element', { element_id: id });
    },
    outcome: 'stopped',
    says: payment,
  },
  {
    attack: 3,
    form: 'Cancel becomes Keep, which costs nothing, before a tap',
    play: touchesCancel('swap-keep'),
    outcome: 'noted',
    says: /now 'Keep' \(com\.example\.shop\)/,
  },
  {
    attack: 6,
    form: 'a notification slides over the place of a tap',
    play: touchesTheTop('tap'),
    outcome: 'stopped',
    says: changed,
  },
  {
    attack: 6,
    form: 'the same before a double tap',
    play: touchesTheTop('double_tap'),
    outcome: 'stopped',
    says: changed,
  },
  {
    attack: 6,
    form: 'the same before a long press',
    play: touchesTheTop('long_press'),
    outcome: 'stopped',
    says: changed,
  },
];
