import assert from 'node:assert/strict';
import { withinLimit } from '../../src/call/call.ts';
import { type Clock, realClock } from '../../src/call/clock.ts';
import type { Session } from '../../src/device/session.ts';
import { Acted, type DeviceTool, defaultLimits } from '../../src/tools/frame/define.ts';
import { Eyes } from '../../src/tools/frame/eyes.ts';
import { Hands } from '../../src/tools/frame/hands.ts';
import type { Steps } from '../../src/tools/frame/steps.ts';
import type { Element } from '../../src/ui/snapshot.ts';
import { defaultPolicy } from '../../src/tools/frame/policy.ts';

export interface ActedOptions {
  readonly clock?: Clock;
  readonly cancelled?: AbortSignal;
  readonly progress?: (message: string) => void;
}

const noSteps: Steps = {
  prepare() {
    throw new Error('this tool calls no other');
  },
};

/** The element that something was done to. */
export function hitElement({ hit }: Acted): Element {
  assert.ok(hit && 'node' in hit, 'it was done to an element');
  return hit;
}

/** Runs a tool on a session as the frame does, and returns what it did and found out, before that is put into words. */
export async function acted(
  session: Session,
  tool: DeviceTool,
  args: unknown,
  { clock = realClock, cancelled, progress }: ActedOptions = {},
): Promise<Acted> {
  const prepared = tool.prepare(args, 'lean');
  const limit = prepared.limit(defaultLimits, session.device);
  const answer = await withinLimit({ clock, limit, cancelled }, (call) => {
    const eyes = new Eyes(session, call);
    const hands = new Hands({ session, eyes, policy: defaultPolicy, call });
    const { device } = session;
    const context = {
      eyes,
      hands,
      device,
      call,
      steps: noSteps,
      screenFormat: 'lean',
      maxTokens: 1500,
      treeDepth: 8,
    } as const;
    return prepared.run({ ...context, progress });
  });
  assert.ok(answer instanceof Acted, 'it says what it did');
  return answer;
}
