import type { TestContext } from 'node:test';
import { Registry } from '../../../packages/handeye/src/device/registry.ts';
import { startHttp } from '../../../packages/handeye/src/server/http.ts';
import { createToolbox } from '../../../packages/handeye/src/tools/create-toolbox.ts';
import { defaultPolicy } from '../../../packages/handeye/src/guard/policy.ts';
import type { Toolbox } from '../../../packages/handeye/src/tools/frame/toolbox.ts';
import { form } from '../../../packages/handeye/test/support/screens.ts';
import { picture, ScriptedDevice, sourceOf } from '../../../packages/handeye/test/support/scripted-device.ts';

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
