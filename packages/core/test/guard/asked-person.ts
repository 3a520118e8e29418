import { Asking } from '../../src/guard/asking.ts';
import type { Question } from '../../src/guard/questions.ts';
import { SkippingClock } from '@handeye/testing/clock';

/** A person who says no to everything, and what they were asked. */
export function refusingPerson() {
  const asked: Question[] = [];
  const asker = {
    way: 'a person',
    ask: (question: Question) => {
      asked.push(question);
      return Promise.resolve('no' as const);
    },
  };
  return { asked, asking: new Asking({ clock: new SkippingClock(), askers: [asker] }) };
}
