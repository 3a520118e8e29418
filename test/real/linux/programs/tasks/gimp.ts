import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { soon } from '../agent.ts';
import { gimp as startGimp } from '../recipes.ts';
import type { Task } from '../task.ts';
import { picture } from './common.ts';

const RED = { r: 255, g: 0, b: 0 };

/** Inverts the colours of a photo by the menu and exports it; its pixels are read from disk. */
export const gimp: Task = {
  program: 'GIMP 2.10 (GTK 2)',
  async start({ session }) {
    const file = join(session.home, 'photo.png');
    await sharp({ create: { width: 400, height: 300, channels: 3, background: RED } })
      .png()
      .toFile(file);
    return startGimp(session, file);
  },
  steps: [
    {
      ability: 'read',
      async run({ agent }) {
        await agent.see(/\[menu.*Colors[^]*photo\.png/);
      },
    },
    picture,
    {
      ability: 'menu',
      async run({ agent, evidence }) {
        await agent.click(/\[menu.*Colors$/);
        await agent.click(/ Invert\b/);
        // A changed image has a star in its title.
        await evidence.title(/^\*\[photo\]/);
      },
    },
    {
      ability: 'type',
      async run({ agent, evidence, session }) {
        await agent.press('ctrl+shift+e');
        await evidence.title(/Export Image/);
        await agent.setText('negative.png', /\[edit.*photo/);
        await agent.click(/ Export$/);
        await evidence.title(/Export Image as PNG/);
        await agent.click(/ Export$/);
        const file = join(session.home, 'negative.png');
        await soon('the exported file', () => existsSync(file));
        await evidence.title(/GIMP$/);
        const [red, green, blue] = await sharp(file).removeAlpha().raw().toBuffer();
        assert.deepEqual([red, green, blue], [0, 255, 255]);
      },
    },
    {
      ability: 'click',
      async run({ agent, evidence }) {
        await agent.click(/Create a duplicate of the layer/);
        await evidence.title(/2 layers/);
      },
    },
    {
      ability: 'context menu',
      async run({ agent, evidence }) {
        await agent.openContextMenu(/ photo\.png copy$/);
        await agent.click(/ Duplicate Layer\b/);
        await evidence.title(/3 layers/);
      },
    },
    {
      ability: 'scroll',
      async run({ agent, evidence }) {
        // The brushes, which GIMP draws itself: only a picture shows them move.
        const brushes = await agent.id(/\[scroll\]\n *\d+ \[edit\] = Basic/);
        await evidence.changesPicture('the scrolled brushes', () =>
          agent.call('scroll', { direction: 'down', amount: 'large', element_id: brushes }),
        );
      },
    },
  ],
};
