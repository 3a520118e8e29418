import type { Agent } from '../agent.ts';
import { Batches } from './batches.ts';
import { startMobileMcp } from './start.ts';
import { ways } from './ways.ts';

const ASCII_ONLY = 'types ASCII only without its app on the phone';

/** mobile-mcp with its batch tool. */
export const mobileMcpAgent: Agent = {
  name: 'mobile-mcp',
  what: 'mobile-mcp 1.0.4 with mobile_batch_commands, over adb',
  async begin(place, meter) {
    const tools = await startMobileMcp(place, meter);
    const batches = new Batches(tools, place.phone.serial);
    const limits = { note: ASCII_ONLY, message: ASCII_ONLY };
    return { listTokens: tools.listTokens, meet: () => batches.meet(), ways: ways(batches), limits };
  },
};
