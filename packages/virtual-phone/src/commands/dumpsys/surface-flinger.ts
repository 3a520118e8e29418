import { PHYSICAL_DISPLAY_ID } from '../display-id.ts';
import { hashOf } from '../names.ts';
import type { RunningAndroid } from '../running-android.ts';

/** `dumpsys SurfaceFlinger [--display-id]`; Android 5 does not know the option and prints everything (recorded). */
export function dumpSurfaceFlinger({ framework }: RunningAndroid, args: readonly string[]): string {
  if (args.includes('--display-id') && framework.shape.release > 5) {
    return `Display ${PHYSICAL_DISPLAY_ID} (HWC display 0): port=0 pnpId=HEY displayName="Handeye"\n`;
  }
  const layers = framework.windows().toReversed();
  const { width, height } = framework.display.size;
  const layerLines = layers.map(({ id, title, bounds }, z) => {
    const size = `${bounds.right - bounds.left},${bounds.bottom - bounds.top}`;
    return `+ Layer 0x${hashOf(`layer ${id}`)} (${title})
  Region visibleRegion (this=0x${hashOf(`region ${id}`)}, count=1)
    [${bounds.left}, ${bounds.top}, ${bounds.right}, ${bounds.bottom}]
      layerStack=   0, z=    ${21_000 + z * 5}, pos=(${bounds.left},${bounds.top}), size=(${size}), isOpaque=1, invalidate=0, alpha=0xff, flags=0x00000002
`;
  });
  return `Build configuration: [sf] [libui] [libgui]
Sync configuration: [using: EGL_KHR_fence_sync]
Visible layers (count = ${layers.length})
${layerLines.join('')}Displays (1 entries)
+ DisplayDevice: Built-in Screen
   type=0, hwcId=0, layerStack=0, (${width}x${height}), orient=${framework.display.rotation} (type=00000000), isSecure=1, powerMode=${framework.awake ? 2 : 0}
`;
}
