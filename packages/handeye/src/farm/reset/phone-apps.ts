import type { Call } from '../../call/call.ts';
import type { Device } from '../../device/port.ts';
import { RunsAgain } from '../../device/services/app-manager.ts';

/**
 * Ends every application of a phone that has a card in Recents: what was opened since its start, by whatever way. A card
 * stays when its application is ended, so some are ended that nobody has used; they start anew as well.
 */
export async function closePhoneApps(device: Device, home: string | undefined, call: Call): Promise<void> {
  const manager = device.services?.appManager;
  if (device.kind !== 'phone' || !manager || !device.apps) return;
  const opened = new Set(await device.recentApps?.(call));
  const installed = await device.apps.list({ which: 'all', tell: 'ids' }, call);
  for (const app of installed) {
    if (!opened.has(app.id) || app.id === home || app.profile?.paused === true) continue;
    try {
      await manager.close(app, call);
    } catch (error) {
      // The system keeps some running (the dialler, messages); what they showed is gone.
      if (!(error instanceof RunsAgain)) throw error;
    }
  }
}
