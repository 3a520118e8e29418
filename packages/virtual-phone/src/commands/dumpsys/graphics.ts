import type { RunningAndroid } from '../running-android.ts';

/** `dumpsys gfxinfo [PACKAGE]`: only lists the processes that draw. */
export function dumpGraphics({ framework }: RunningAndroid, [wanted]: readonly string[]): string {
  const uptime = Math.round(framework.clock.now() - framework.bootedAt);
  const front = framework.resumedActivity();
  const shown = framework.processes
    .list()
    .filter(({ name, uid }) => uid >= 10_000 && (wanted ?? name) === name);
  const head = `Applications Graphics Acceleration Info:\nUptime: ${uptime} Realtime: ${uptime}\n\n`;
  if (wanted !== undefined && shown.length === 0) return `${head}No process found for: ${wanted}\n`;
  return (
    head +
    shown
      .map(({ pid, name }) => {
        const roots = front?.package === name ? 1 : 0;
        return `** Graphics info for pid ${pid} [${name}] **\nProfile data in ms:\n\n\nTotal ViewRootImpl: ${roots}\n\n`;
      })
      .join('')
  );
}
