import { activity, defineApp, type App } from '../../framework/system/app.ts';
import { column, text } from '../../framework/widgets/kit.ts';
import type { Manifest } from './manifest.ts';

/**
 * An app for an APK. Its code cannot run here: its activities only show their names, but it can be launched, listed, focused
 * and stopped.
 */
export function appOfApk(manifest: Manifest): App {
  const label = manifest.label ?? manifest.package;
  const show = (name: string) =>
    activity({
      initial: () => ({}),
      render: () => ({
        content: column(
          [
            text(label, { id: 'label', size: 24 }),
            text(name, { id: 'activity_name', size: 14 }),
            text('Installed from an APK. A virtual phone cannot run its code.', {
              id: 'explanation',
              size: 14,
            }),
          ],
          { padding: 24, gap: 8 },
        ),
      }),
    });
  return defineApp({
    package: manifest.package,
    label,
    icon: { glyph: label.charAt(0).toUpperCase(), color: '#5f6368' },
    version: manifest.versionName,
    main: manifest.launcher ?? '',
    hidden: manifest.launcher === undefined,
    data: () => undefined,
    activities: Object.fromEntries(manifest.activities.map((name) => [name, show(name)])),
    services: Object.fromEntries(manifest.services.map(({ name, permission }) => [name, { permission }])),
    receivers: manifest.receivers.map(({ name, actions }) => ({
      name,
      actions,
      receive: () => ({ code: 0 }),
    })),
  });
}
