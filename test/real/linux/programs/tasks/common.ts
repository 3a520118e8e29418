import type { Step } from '../task.ts';

/** A picture of the screen, compared with one by GDK. */
export const picture: Step = {
  ability: 'picture',
  async run({ agent, evidence }) {
    await evidence.isPictureOfScreen(await agent.picture());
  },
};
