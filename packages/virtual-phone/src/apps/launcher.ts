import { mdiHome, mdiMagnify } from '@mdi/js';
import { activity, defineApp, type App } from '../framework/system/app.ts';
import type { Size } from '../framework/views/geometry.ts';
import { column, row, spacer, stack, text, icon } from '../framework/widgets/kit.ts';
import type { View } from '../framework/views/view.ts';

/** The home screen: a wallpaper, the date and the apps. */
export const launcher = defineApp({
  package: 'com.android.launcher3',
  label: 'Launcher',
  icon: { glyph: mdiHome, color: '#5f6368' },
  main: '.Launcher',
  hidden: true,
  data: () => undefined,
  activities: {
    '.Launcher': activity({
      initial: () => ({}),
      render: (_state, self) => ({
        lightSigns: true,
        background: '#2b2352',
        content: stack(
          [
            wallpaper,
            column(
              [
                text(longDate(self.phone.clock.now()), {
                  id: 'date',
                  size: 24,
                  color: '#ffffff',
                  padding: { left: 8, top: 24, bottom: 24 },
                }),
                appGrid(
                  self.phone.display.size,
                  self.phone.apps.filter(
                    (app) => app.hidden !== true && !self.phone.disabledApps.has(app.package),
                  ),
                  (app) => {
                    self.start({
                      component: `${app.package}/${app.main}`,
                      action: 'android.intent.action.MAIN',
                    });
                  },
                ),
                spacer(),
                searchBar(() => {
                  self.toast('Search is not set up on this phone');
                }),
              ],
              { id: 'workspace', height: 'fill', padding: [8, 16] },
            ),
          ],
          { id: 'drag_layer', width: 'fill', height: 'fill' },
        ),
      }),
      onBack: () => true,
    }),
  },
});

const wallpaper: View = {
  type: 'drawing',
  decorative: true,
  width: 'fill',
  height: 'fill',
  draw: ({ width, height }) =>
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0.4" y2="1"><stop offset="0" stop-color="#2b2352"/><stop offset="0.55" stop-color="#6a4c93"/><stop offset="1" stop-color="#e0829d"/></linearGradient></defs>` +
    `<rect y="-60" width="${width}" height="${height + 120}" fill="url(#sky)"/>` +
    `<circle cx="${width * 0.72}" cy="${height * 0.62}" r="${Math.min(width, height) * 0.16}" fill="#ffd9a0" fill-opacity="0.85"/>` +
    `<path d="M0 ${height * 0.78} Q${width * 0.3} ${height * 0.66} ${width * 0.55} ${height * 0.77} T${width} ${height * 0.72} V${height + 60} H0Z" fill="#3d2c66"/>` +
    `<path d="M0 ${height * 0.88} Q${width * 0.4} ${height * 0.78} ${width * 0.7} ${height * 0.87} T${width} ${height * 0.84} V${height + 60} H0Z" fill="#261b45"/>`,
};

function longDate(time: number): string {
  return new Date(time).toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

/** Twice as many apps per row in landscape, where there are fewer rows. */
function appGrid({ width, height }: Size, apps: readonly App[], open: (app: App) => void): View {
  return {
    type: 'grid',
    id: 'apps_list_view',
    columns: width > height ? 8 : 4,
    gap: 16,
    width: 'fill',
    children: apps.map((app) => appIcon(app, open)),
  };
}

function appIcon(app: App, open: (app: App) => void): View {
  const isPath = app.icon.glyph.length > 2;
  const picture = isPath
    ? icon(app.icon.glyph, { size: 30, color: '#ffffff', align: ['center', 'center'] })
    : text(app.icon.glyph, { size: 28, color: '#ffffff', align: ['center', 'center'] });
  return column(
    [
      stack([picture], { width: 56, height: 56, radius: 28, background: app.icon.color, decorative: true }),
      text(app.label, { size: 12, color: '#ffffff', maxLines: 1, decorative: true }),
    ],
    {
      key: app.package,
      class: 'android.widget.TextView',
      id: 'icon',
      label: app.label,
      description: app.label,
      alignChildren: 'center',
      gap: 8,
      padding: [8, 0],
      onTap: () => {
        open(app);
      },
    },
  );
}

function searchBar(onTap: () => void): View {
  return row(
    [
      icon(mdiMagnify, { decorative: true }),
      text('Search', { size: 16, color: '#49454f', decorative: true }),
    ],
    {
      id: 'search_container_hotseat',
      class: 'android.widget.FrameLayout',
      description: 'Search',
      width: 'fill',
      height: 52,
      radius: 26,
      background: '#fffbfe',
      padding: [0, 20],
      gap: 12,
      margin: { bottom: 12 },
      onTap,
    },
  );
}
