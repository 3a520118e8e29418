import type { Question } from '@handeye/core/guard/questions';

/** A question of a rule for payments. */
export const question: Question = {
  tool: 'click_element',
  device: 'phone',
  app: 'com.shop',
  label: 'Pay',
  text: undefined,
  why: 'It costs money.',
};
