/** The data of the notes app. */
export interface Notebook {
  readonly notes: readonly Note[];
  readonly nextId: number;
  /** The last deleted note, while the deletion can be undone. */
  readonly deleted: Note | undefined;
}

export interface Note {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly changed: number;
  readonly pinned: boolean;
}

/** The notebook without a note, which can still be restored. */
export function remove({ notes }: Notebook, note: Note): Partial<Notebook> {
  return { notes: notes.filter(({ id }) => id !== note.id), deleted: note };
}

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2024, 0, 8, 9, 30);

/** The initial notes: short and long texts, lists, one without a title. */
export const firstNotes: readonly Note[] = [
  { title: 'Shopping list', body: 'Oat milk\nSix eggs\nRye bread\nTomatoes\nDish soap' },
  {
    title: 'Ideas for the balcony',
    body: 'A wooden box along the railing, herbs on the sunny side, ferns in the shade. Ask whether the landlady minds nails.',
  },
  { title: 'Library card', body: 'Number 2004 7781 03, due back on the 28th.' },
  { title: '', body: 'call the plumber about the noise behind the kitchen wall' },
  { title: 'How the lighthouse works', body: lighthouse() },
  { title: 'Packing for the mountains', body: packing() },
  { title: 'Bread that never fails', body: bread() },
  { title: 'Passphrase hints', body: 'The old one with the boat, but with the year turned round.' },
  { title: 'Words to look up', body: 'lucid, brackish, sill, tarn, gimbal' },
  { title: 'Meter reading', body: 'Water 00412.7\nPower 18 233.4' },
  { title: 'Birthday of the twins', body: 'A kite each. No glitter this time.' },
  { title: 'Bike', body: 'Tyres 37-622. Chain was changed in March.' },
].map((note, id) => ({ ...note, id, changed: START - id * DAY, pinned: false }));

function lighthouse(): string {
  const paragraphs = [
    'The lamp is small: a person could carry it under one arm. What makes it reach the horizon is the glass around it, rings of prisms that bend every ray which would have gone to the sky or the floor until it goes out to sea.',
    'The whole lens floats in a trough of quicksilver, so that a child could turn four tonnes with a finger. A weight on a chain turned it once, like a clock, and somebody had to wind it up every few hours through the night.',
    'Every lighthouse has its own rhythm. Two flashes and a long dark, or one flash each five seconds: a sailor counts, looks into the book, and knows which cape this is.',
    'Today nobody lives up there. The lamp watches itself, sends a message when it is ill, and lights its spare. But the stairs are still swept twice a year, and the brass is still polished by whoever comes.',
  ];
  return [...paragraphs, ...paragraphs.map((one, number) => `Again, ${number + 1}: ${one}`)].join('\n\n');
}

function packing(): string {
  return [
    'Boots, two pairs of dry socks',
    'Rain jacket and the thin woollen jumper',
    'Map (paper), compass, whistle',
    'Head torch and spare cells',
    'Matches in the tin',
    'Stove, pot, spoon, cup',
    'Oats, rice, lentils, salt, tea',
    'First-aid bag: check the plasters',
  ].join('\n');
}

function bread(): string {
  return [
    '500 g flour, 350 g water, 10 g salt, a pinch of yeast.',
    'Stir at night, cover, leave it alone.',
    'In the morning fold four times, rest an hour.',
    'Bake in the closed pot at 240 °C for 30 minutes, then 15 more without the lid.',
  ].join('\n\n');
}
