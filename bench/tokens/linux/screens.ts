import { toolkits } from '../../../packages/linux/src/atspi/accessible.ts';
import { uiNode } from '../../../packages/linux/src/screen/ui-nodes.ts';
import { createIdentity } from '@handeye/screen/identity/identity';
import type { Accessible } from '../../../packages/linux/src/atspi/accessible.ts';
import type { Snapshot } from '@handeye/screen/snapshot';
import type { MeasuredScreen } from '../screen.ts';
import { recipes } from '../synthetic.ts';
import { rawXml } from '../../../packages/linux/test/accessible.ts';
import { fileManager, webPage } from './browsing.ts';
import { spreadsheet, textEditor } from './office.ts';
import { type App, SIZE } from './parts.ts';

const apps: Readonly<Record<string, { readonly make: App; readonly toolkit: string }>> = {
  gedit: { make: textEditor, toolkit: toolkits.gtk3 },
  soffice: { make: spreadsheet, toolkit: toolkits.gtk3 },
  nautilus: { make: fileManager, toolkit: toolkits.gtk3 },
  chromium: { make: webPage, toolkit: toolkits.chromium },
};

/** Linux applications as AT-SPI reports them, in every language. */
export function linuxScreens(): MeasuredScreen[] {
  return Object.entries(apps).flatMap(([app, { make, toolkit }], kind) =>
    recipes(100 + kind).map(({ name, recipe }) => {
      const window = make(recipe);
      return {
        group: 'Linux',
        name: `${app} ${name}`,
        raw: rawXml(window),
        snapshot: () => snapshotOf(window, app, toolkit),
      };
    }),
  );
}

/** The View of an application's window. */
function snapshotOf(window: Accessible, app: string, toolkit: string): Snapshot {
  const root = uiNode(window, { toolkit, frame: undefined }, () => undefined);
  return createIdentity({ first: 553_000 }).identify({
    app,
    activity: window.name,
    screen: { ...SIZE, density: 160 },
    awake: true,
    windows: [
      { key: 'w1', type: 'application', title: window.name, app, bounds: root.bounds, active: true, root },
    ],
    notes: [],
  });
}
