import * as z from 'zod';
import { Acted, defineTool, moving } from './frame/define.ts';
import { direction, elementId } from './frame/parameters.ts';
import { contradiction, scrollTowards } from './scrolling/goal.ts';
import { SCROLL_TIME } from './scrolling/loop.ts';
import { touchFails } from './touch.ts';

const amount = z.enum(['small', 'medium', 'large']).default('medium').describe('25, 50 or 75 %');

export const scroll = defineTool({
  name: 'scroll',
  title: 'Scroll',
  description: 'Scroll the screen. down shows what is below.',
  hints: moving,
  class: 'navigate',
  needs: 'touch',
  input: z.strictObject({ direction, amount }),
  example: { direction: 'down', amount: 'large' },
  limit: ({ look, action }) => look + action,
  fails: { ...touchFails, invalid_params: 'An unknown `direction` or `amount`.' },
  async handle({ hands }, { direction: way, amount: share }) {
    const remark = await hands.scrollScreen(way, share);
    return new Acted(`Scroll ${way} (${share}) executed`, { remarks: [remark] });
  },
  // It knows what it scrolls, whether that moved, and where to stop.
  lean: {
    description: 'Scroll once, to an end, or until a text is in sight. down shows what is below.',
    input: z
      .strictObject({
        direction: direction.optional(),
        amount,
        element_id: elementId.optional().describe('What to scroll; default: the largest'),
        to: z.enum(['end', 'start']).optional(),
        until: z.string().min(1).optional().describe('Text to look for, ignoring case'),
      })
      .superRefine(({ direction: way, to, until }, context) => {
        const problem =
          way === undefined && to === undefined && until === undefined
            ? "Missing required parameter 'direction'"
            : way && to && contradiction(way, to);
        if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
      }),
    limit: ({ look, action }, { to, until }) =>
      to === undefined && until === undefined ? 4 * look + 2 * action : SCROLL_TIME + 2 * look + action,
    example: { until: 'Grace Hopper' },
    fails: {
      ...touchFails,
      invalid_params: '`direction` is missing without `to` and `until`, or contradicts `to`.',
      element_not_found: 'No element with that id is on the screen.',
      action_failed: 'Nothing scrolls there or along that axis, or another screen came while it scrolled.',
    },
    async handle(context, { amount: share, direction: way, ...goal }) {
      const {
        direction: taken,
        scroller,
        effects,
        remark,
      } = await scrollTowards(context, {
        ...goal,
        direction: way,
        amount: share,
      });
      const came = !effects.some((effect) => effect.startsWith('not found'));
      const done = `Scroll ${taken} (${share}) executed`;
      return new Acted(done, { remarks: [remark], hit: scroller, effects, came });
    },
  },
});
