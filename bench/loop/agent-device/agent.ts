import type { Agent } from '../agent.ts';
import { Commands } from './commands.ts';
import { Snapshots } from './snapshots.ts';
import { ways } from './ways.ts';

const ASCII_ONLY = 'types ASCII only without a keyboard of its own on the phone';

/** agent-device 0.11, the last version that installs nothing on the phone. */
export const agentDeviceAgent: Agent = {
  name: 'agent-device',
  what: 'agent-device 0.11.16, its command line as its skill teaches it',
  async begin(place, meter) {
    const snapshots = new Snapshots(await Commands.start(place, meter));
    return {
      listTokens: await Commands.guideTokens(),
      meet: () => snapshots.meet(),
      ways: ways(snapshots),
      limits: { note: ASCII_ONLY, message: ASCII_ONLY },
    };
  },
};
