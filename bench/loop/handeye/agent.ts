import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { McpTools, ROOT } from '../mcp-client.ts';
import { Hands } from './hands.ts';
import { ways } from './ways.ts';

const COMMAND = join(ROOT, 'packages/handeye/src/cli/bin.ts');

const asciiOnly = { note: 'ADB alone types ASCII only', message: 'ADB alone types ASCII only' };

/** Handeye in lean over one tier, with observation and steps or without. */
function handeye(tier: 'plain' | 'companion', observes: boolean): Agent {
  return {
    name: `handeye:${tier}${observes ? '' : ':unobserved'}`,
    what: `Handeye, lean, ${tier === 'plain' ? 'plain ADB' : tier}${observes ? '' : ', without observation and steps'}`,
    async begin(place, meter) {
      const options = ['--tier', tier, '--screen-format', 'lean', '--observe', observes ? 'changes' : 'none'];
      const device = ['--device', `tcp:${place.phone.serial}`];
      const tools = await McpTools.start(place, meter, {
        program: ['--import', 'tsx', COMMAND, 'stdio', ...device, ...options],
        env: { ...process.env, HOME: place.home },
      });
      // Connects, and starts the companion, without a look at the screen.
      await tools.callUncounted('get_device_logs', { last_lines: 1 });
      return {
        listTokens: tools.listTokens,
        // A tool opens apps by name: no preparation is needed.
        meet: () => Promise.resolve(),
        ways: ways(new Hands(tools, { observes })),
        limits: tier === 'plain' ? asciiOnly : {},
      };
    },
  };
}

export const handeyeAgents: readonly Agent[] = [
  handeye('plain', true),
  handeye('companion', true),
  handeye('plain', false),
  handeye('companion', false),
];
