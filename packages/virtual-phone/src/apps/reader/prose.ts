/** Filler text: generated sentences, always the same for the same seed. */

const subjects = [
  'the harbour keeper',
  'a lamp maker from the upper town',
  'the second survey',
  'every ferry on the river',
  'the night shift at the mill',
  'an apprentice of the clock tower',
  'the council of gardeners',
  'a cartographer with cold hands',
  'the oldest of the three bridges',
  'the weather station on the hill',
];

const verbs = [
  'kept a careful record of',
  'never quite agreed with',
  'was rebuilt because of',
  'drew a long line around',
  'learned to live with',
  'measured, and measured again,',
  'put its trust in',
  'wrote nineteen letters about',
  'made room for',
  'was named after',
];

const objects = [
  'the tides of the eastern basin',
  'a winter that lasted until May',
  'the sound of the copper bells',
  'seven crates of unlabelled seeds',
  'the shadow of the grain tower',
  'a map on which north was a matter of taste',
  'the smell of wet rope',
  'the long argument over the water tax',
  'a staircase with one step too many',
  'the lights on the far bank',
];

const endings = [
  'and nobody thought it strange at the time',
  'which is why the gate still opens outwards',
  'although the ledgers say otherwise',
  'so the market moved two streets to the west',
  'until the first train arrived',
  'as anyone in Marrowick will tell you over tea',
  'but the numbers were never published',
  'and the habit has stayed to this day',
];

function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[Math.floor(number * items.length)];
}

/** Pseudo-random numbers from 0 to 1 (a linear congruential generator). */
function numbers(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function sentence(next: () => number): string {
  const subject = pick(subjects, next()) ?? '';
  const start = subject.charAt(0).toUpperCase() + subject.slice(1);
  const middle = `${start} ${pick(verbs, next()) ?? ''} ${pick(objects, next()) ?? ''}`;
  return next() < 0.6 ? `${middle}, ${pick(endings, next()) ?? ''}.` : `${middle}.`;
}

/** One paragraph of at least that many characters. */
export function paragraph(seed: number, length: number): string {
  const next = numbers(seed);
  let text = sentence(next);
  while (text.length < length) text += ` ${sentence(next)}`;
  return text;
}
