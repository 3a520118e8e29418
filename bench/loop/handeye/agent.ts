import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { McpTools, ROOT } from '../mcp-client.ts';
import { Hands } from './hands.ts';
import { ways } from './ways.ts';

const COMMAND = join(ROOT, 'packages/handeye/src/cli/bin.ts');

const asciiOnly = { note: 'ADB alone types ASCII only', message: 'ADB alone types ASCII only' };

/** Handeye in lean, without observation and without steps, over one tier. */
function handeye(tier: 'plain' | 'helper'): Agent {
  return {
    name: `handeye:${tier}`,
    what: `Handeye 0.1.0 before observation: lean, ${tier === 'plain' ? 'plain ADB' : 'helper'}`,
    async begin(place, meter) {
      const options = ['--helper', tier === 'helper' ? 'on' : 'off', '--screen-format', 'lean'];
      const program = [
        '--import',
        'tsx',
        COMMAND,
        'stdio',
        '--device',
        `tcp:${place.phone.serial}`,
        ...options,
      ];
      const tools = await McpTools.start(place, meter, {
        program,
        env: { ...process.env, HOME: place.home },
      });
      // Connects, and starts the helper; shows nothing of the screen.
      await tools.callUncounted('get_device_logs', { last_lines: 1 });
      const hands = new Hands(tools);
      return {
        listTokens: tools.listTokens,
        meet: () => hands.meet(),
        ways: ways(hands),
        limits: tier === 'plain' ? asciiOnly : {},
      };
    },
  };
}

export const handeyeAgents: readonly Agent[] = [handeye('plain'), handeye('helper')];
