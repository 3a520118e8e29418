import { orAborted } from '@handeye/core/call/call';
import { deviceErrorOf, DeviceUnreachable } from '@handeye/core/device/errors';
import type { PicturedSnapshot } from '@handeye/core/device/session';
import { Acted, type ToolAnswer, type ToolContext } from '@handeye/core/tools/frame/define';
import { Diverged } from './diverged.ts';
import type { Screen } from './screen.ts';

/** Nothing was done, and the target may be found again: it moved, or something came over it in the moment of the touch. */
export class TargetMoved extends Error {
  override readonly name = 'TargetMoved';
}

const MOVED = /^The screen changed since you looked|Nothing was (touched|typed)/;

/** How a flow acts: by the tools of the same server, each judged, paced and recorded like a step of run_steps. */
export class Hand {
  readonly #context: Pick<ToolContext, 'steps' | 'call' | 'eyes'>;
  readonly #screen: Screen;

  constructor(context: Pick<ToolContext, 'steps' | 'call' | 'eyes'>, screen: Screen) {
    this.#context = context;
    this.#screen = screen;
  }

  /** Calls a tool. `seen` is the screen that its target was found on. */
  async use(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    seen?: PicturedSnapshot,
  ): Promise<ToolAnswer> {
    const { steps, call, eyes } = this.#context;
    // What it is chosen by: a touch is compared with that.
    if (seen) eyes.shown(seen);
    try {
      const step = steps.prepare(tool, args, { ofFlow: true });
      if (step.kind === 'act') this.#screen.touched();
      return await orAborted(step.run(call, seen && { seen }), call.signal);
    } catch (error) {
      throw this.#reworded(tool, error, seen);
    }
  }

  /** The same for a tool that acts: what it says beside that it was done. */
  async act(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    seen?: PicturedSnapshot,
  ): Promise<readonly string[]> {
    const answer = await this.use(tool, args, seen);
    if (!(answer instanceof Acted)) return [];
    if (answer.failure) throw this.#reworded(tool, answer.failure, seen);
    return answer.remarks;
  }

  #reworded(tool: string, error: unknown, seen: PicturedSnapshot | undefined): unknown {
    const known = deviceErrorOf(error);
    const { signal } = this.#context.call;
    if (known === undefined || known instanceof DeviceUnreachable || signal.aborted) return error;
    if (seen && (MOVED.test(known.message) || known.kind === 'element_not_found'))
      return new TargetMoved(known.message, { cause: error });
    const kind = known.kind === 'permission_denied' ? 'refused' : 'not possible';
    const expected = `${tool} can be done`;
    return new Diverged(kind, {
      expected,
      found: known.message,
      snapshot: seen ?? this.#screen.last,
      cause: error,
    });
  }
}
