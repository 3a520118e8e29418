import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browse } from '../../test/real/linux/browse.ts';
import { type PrivateDesktop, until } from '../../test/real/linux/desktop-session.ts';
import * as recipes from '../../test/real/linux/programs/recipes.ts';

/** An application that is measured. */
export interface Application {
  readonly name: string;
  /** Shows what is measured. */
  readonly start: (desktop: PrivateDesktop) => Promise<unknown>;
  /** How many times faster than libatspi we must read it. */
  readonly goal: number;
  /** It refuses to run as root. */
  readonly asUser?: boolean;
  /** Libatspi must not walk it: it would ask for two thousand million cells of a sheet. */
  readonly tooLargeForLibatspi?: boolean;
  /** So large that hundreds of looks take many minutes; a smaller one of its kind is looked at. */
  readonly tooLargeForLooks?: boolean;
}

export const applications: readonly Application[] = [
  { name: 'gnome-calculator (GTK4)', start: launch('gnome-calculator', /Calculator/), goal: 1 },
  { name: 'gtk3-demo (GTK3)', start: launch('gtk3-demo', /Application Class/), goal: 1 },
  { name: 'mousepad (GTK3)', start: launch('mousepad', /Mousepad/), goal: 1 },
  { name: 'SpeedCrunch (Qt5)', start: launch('speedcrunch', /SpeedCrunch/), goal: 1 },
  { name: 'Chromium, 2,000 rows', start: openList(2000), goal: 4, tooLargeForLooks: true },
  { name: 'Chromium, 50 rows', start: openList(50), goal: 1 },
  { name: 'Firefox, a form', start: openFirefox, goal: 1 },
  {
    name: 'Writer, an empty text',
    start: (desktop) => recipes.libreOffice(desktop, 'writer', { title: /Writer/ }),
    goal: 1,
  },
  {
    name: 'Calc, an empty sheet',
    start: (desktop) => recipes.libreOffice(desktop, 'calc', { title: /Calc/ }),
    goal: 1,
    tooLargeForLibatspi: true,
  },
  { name: 'Form in Qt 6', start: recipes.qtForm, goal: 1 },
  { name: 'Form in Swing', start: recipes.swingForm, goal: 1 },
  { name: 'GIMP (GTK2)', start: openGimp, goal: 1 },
  { name: 'VLC (Qt5)', start: (desktop) => recipes.vlc(desktop), goal: 1, asUser: true },
  { name: 'Thunar (GTK3)', start: launch('thunar', /Thunar/), goal: 1 },
  { name: 'gedit (GTK3)', start: launch('gedit', /gedit/), goal: 1 },
  { name: 'Evince (GTK3)', start: launch('evince', /./), goal: 1 },
];

function launch(program: string, title: RegExp): Application['start'] {
  return (desktop) => desktop.launch(program, [], title);
}

function openList(rows: number): Application['start'] {
  return async (desktop) => {
    await browse(desktop, { rows });
    await until('the page', async () => {
      const { tree } = await desktop.tools.json('get_ui_tree', { app: 'Chromium', depth: 100 });
      return JSON.stringify(tree).length > 50 * rows;
    });
  };
}

async function openFirefox(desktop: PrivateDesktop): Promise<void> {
  const file = join(desktop.home, 'form.html');
  const fields = Array.from({ length: 10 }, (_, at) => `<p><label>Field ${at} <input></label>`).join('');
  await writeFile(
    file,
    `<!doctype html><title>Order form</title><h1>Order</h1>${fields}<button>Send</button>`,
  );
  await recipes.firefox(desktop, `file://${file}`, /Order form/);
}

async function openGimp(desktop: PrivateDesktop): Promise<void> {
  const { default: sharp } = await import('sharp');
  const file = join(desktop.home, 'photo.png');
  await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
    .png()
    .toFile(file);
  await recipes.gimp(desktop, file);
}
