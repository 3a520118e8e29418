import type { TestContext } from 'node:test';
import { Registry } from '@handeye/core/device/registry';
import { startHttp } from '@handeye/core/server/http';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { defaultPolicy } from '@handeye/core/guard/policy';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import { form } from '@handeye/testing/screens';
import { picture, ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';

export const TOKEN = 'a-token-of-the-tests';

/** The real tools on a scripted form whose name field has the focus. */
export async function scriptedTools(): Promise<{ toolbox: Toolbox; device: ScriptedDevice }> {
  const device = new ScriptedDevice(form({ focused: 'name' }));
  device.picture = await picture(1080, 2400);
  device.logLines = { lines: ['02-11 16:30:00.123 I/Test: line'], truncated: false };
  device.react = (deed) => {
    if (deed.did === 'act' && deed.action.kind === 'setText') {
      device.view = form({ name: deed.action.text, focused: 'name' });
    }
  };
  const registry = new Registry({ sources: [sourceOf([device])], configured: [device.id] });
  // Clients of the tests call faster than people allow.
  const policy = { ...defaultPolicy, writesPerSecond: 1000 };
  return { toolbox: createToolbox({ registry, policy }), device };
}

/** Serves them over HTTP as the product does, until the test ends. */
export async function servedOverHttp(
  t: TestContext,
): Promise<{ url: URL; device: ScriptedDevice; toolbox: Toolbox }> {
  const { toolbox, device } = await scriptedTools();
  const server = await startHttp({
    toolbox,
    name: 'handeye',
    version: '0.0.0',
    log: () => undefined,
    token: TOKEN,
    port: 0,
  });
  t.after(() => server.close({ grace: 1000 }));
  return { url: new URL('/mcp', server.url), device, toolbox };
}
