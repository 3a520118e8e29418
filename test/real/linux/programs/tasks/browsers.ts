import { chromium as startChromium, firefox as startFirefox } from '../recipes.ts';
import type { Launcher } from '../session.ts';
import type { Stage, Step, Task } from '../task.ts';
import type { ChildProcess } from 'node:child_process';
import { picture } from './common.ts';
import { WebForm } from './web-form.ts';

const TITLE = /Order form/;

interface Browser {
  readonly program: string;
  readonly start: (session: Launcher, url: string, title: RegExp) => Promise<ChildProcess>;
  /** The button of the browser's own menu, and an entry of it that opens another tab. */
  readonly menu: { readonly button: RegExp; readonly entry: RegExp; readonly tab: RegExp };
  /** The entry of a link's context menu that copies its address. */
  readonly copyLink: RegExp;
}

export const firefox = browserTask({
  program: 'Firefox ESR',
  start: (session, url, title) => startFirefox(session, url, title),
  menu: { button: /Open application menu|Firefox$/, entry: /New tab/i, tab: /^(?!.*Order form)/ },
  copyLink: /Copy Link/,
});

export const chromium = browserTask({
  program: 'Chromium',
  start: startChromium,
  menu: { button: /\bChromium$/, entry: /New tab/i, tab: /New Tab/ },
  copyLink: /Copy link address/i,
});

/** Fills a form, sends it, copies a link's address and opens a tab; the page's own script reports the outcome. */
function browserTask({ program, start, menu, copyLink }: Browser): Task {
  let form: WebForm | undefined;
  const holds: WebForm['holds'] = (what) => (form ? form.holds(what) : Promise.reject(new Error('no page')));
  const steps: readonly Step[] = [
    {
      ability: 'read',
      async run({ agent }) {
        await agent.see(/Order[^]*Delivered on Friday[^]*Full name[^]*Send order[^]*Terms of sale/);
      },
    },
    picture,
    {
      ability: 'type',
      async run({ agent }) {
        await agent.setText('Zoë 🙂 漢', /\[edit.*Full name/);
        await agent.type('ring twice', /\[edit.*Notes/);
        await holds(({ name, notes }) => name === 'Zoë 🙂 漢' && notes === 'ring twice');
        await agent.setText('2026-12-24', /\[edit[^\n]*Deliver on/);
        await agent.call('set_value', { element_id: await agent.id(/Count(?: =|$)/), value: '3' });
        await holds(({ day, count }) => day === '2026-12-24' && count === '3');
      },
    },
    {
      ability: 'click',
      async run({ agent }) {
        await agent.click(/\[off.*Wrap as gift/);
        await agent.click(/\[choose.*Size|\[choose/);
        await agent.click(/ Large$/);
        await agent.click(/Send order/);
        await holds(({ size, gift, sent }) => size === 'Large' && gift === true && sent === true);
      },
    },
    {
      ability: 'scroll',
      async run({ agent }) {
        await agent.scroll('down');
        await holds(({ scrolled = 0 }) => scrolled > 0);
        await agent.scroll('up');
        await agent.scroll('up');
        await holds(({ scrolled }) => scrolled === 0);
      },
    },
    {
      ability: 'context menu',
      async run({ agent, evidence }) {
        await agent.openContextMenu(/Terms of sale/);
        await agent.click(copyLink);
        await evidence.clipboard(/^https:\/\/example\.org\/terms$/);
        await agent.see(/^(?![^]*Save Link As)/i);
      },
    },
    {
      ability: 'menu',
      async run({ agent, evidence }) {
        await agent.click(menu.button);
        await agent.click(menu.entry);
        await evidence.title(menu.tab);
      },
    },
  ];
  return {
    program,
    async start({ session }: Stage) {
      form = await WebForm.serve();
      return start(session, form.url, TITLE);
    },
    steps,
  };
}
