import assert from 'node:assert/strict';
import { Registry } from '@handeye/core/device/registry';
import { createToolbox, type ToolboxOptions } from '@handeye/core/tools/create-toolbox';
import type { Toolbox, ToolResult } from '@handeye/core/tools/frame/toolbox';
import type { View } from '@handeye/screen/snapshot';
import { SkippingClock } from './clock.ts';
import { overheard } from './heard.ts';
import { type ScriptedDevice, ScriptedDevice as Scripted, sourceOf } from './scripted-device.ts';

export interface Bench {
  readonly device: ScriptedDevice;
  readonly toolbox: Toolbox;
  readonly clock: SkippingClock;
  /** Calls a tool and returns its whole result. */
  readonly call: (name: string, args?: unknown, signal?: AbortSignal) => Promise<ToolResult>;
  /** Calls a tool as a client whose address says `observe=changes`. */
  readonly observed: (name: string, args?: unknown) => Promise<ToolResult>;
  /** Calls a tool that must succeed and returns its first text. */
  readonly text: (name: string, args?: unknown) => Promise<string>;
  /** Calls a tool that must succeed and returns its JSON, having checked that text and structure agree. */
  readonly json: (name: string, args?: unknown) => Promise<Record<string, unknown>>;
  /** Calls a tool that must fail with this kind and returns the message. */
  readonly fails: (name: string, args: unknown, kind: string) => Promise<string>;
  /** The id of the element with this text or resource id. */
  readonly idOf: (textOrResource: string) => Promise<string>;
}

/** A toolbox on a scripted device, with a clock that does not wait. */
export function bench(
  view: View,
  options: Partial<ToolboxOptions> & { device?: ScriptedDevice } = {},
): Bench {
  const device = options.device ?? new Scripted(view);
  const clock = new SkippingClock();
  const { concealment } = options;
  const registry = new Registry({
    sources: [sourceOf([device])],
    configured: [device.id],
    ...(concealment && { conceal: (real) => concealment.conceal(real) }),
  });
  const toolbox = createToolbox({ registry, clock, ...options });
  return { device, toolbox: overheard(toolbox), clock, ...callers(toolbox) };
}

export function callers(called: Toolbox): Omit<Bench, 'device' | 'toolbox' | 'clock'> {
  const toolbox = overheard(called);
  const call: Bench['call'] = (name, args, signal = new AbortController().signal) =>
    toolbox.call(name, args, { signal });
  const text: Bench['text'] = async (name, args) => {
    const result = await call(name, args);
    const first = textOf(result);
    assert.equal(result.isError, undefined, `${name} failed: ${first}`);
    return first;
  };
  return {
    call,
    text,
    async observed(name, args) {
      const observing = toolbox.servedAs?.({ observe: 'changes' });
      assert.ok(observing, 'this toolbox has no choices');
      const result = await observing.call(name, args, { signal: new AbortController().signal });
      assert.equal(result.isError, undefined, `${name} failed: ${textOf(result)}`);
      return result;
    },
    async json(name, args) {
      const result = await call(name, args);
      assert.equal(result.isError, undefined, `${name} failed: ${textOf(result)}`);
      const parsed = JSON.parse(textOf(result)) as Record<string, unknown>;
      assert.deepEqual(result.structuredContent, parsed);
      return parsed;
    },
    async fails(name, args, kind) {
      const result = await call(name, args);
      assert.equal(result.isError, true, `${name} should have failed: ${textOf(result)}`);
      assert.equal(result._meta?.['handeye/error'].kind, kind, textOf(result));
      // With observations, a call that fails half way also reports its effect.
      assert.ok(result.content.length === 1 || kind === 'action_failed', JSON.stringify(result.content));
      return textOf(result);
    },
    async idOf(textOrResource) {
      const state = await text('get_screen_state');
      const row = state.split('\n').find((line) =>
        line
          .split('\t')
          .slice(2, 5)
          .some((cell) => cell === textOrResource || cell.endsWith(`/${textOrResource}`)),
      );
      assert.ok(row, `nothing shows ${textOrResource}:\n${state}`);
      return row.split('\t')[0]!;
    },
  };
}

export function textOf(result: ToolResult): string {
  const [first] = result.content;
  return first?.type === 'text' ? first.text : '';
}
