import { EventEmitter, once } from 'node:events';
import { Registry } from '@handeye/core/device/registry';
import { clientKey } from '@handeye/core/guard/client';
import { Concealment } from '@handeye/core/guard/secrets/concealment';
import type { Secret } from '@handeye/core/guard/secrets/secret-lines';
import { Pictures } from '../src/pictures.ts';
import { openTimeline } from '../src/timeline/open-timeline.ts';
import type { WatchedFrame } from '../src/timeline/timeline.ts';
import { WatchedToolbox } from '../src/timeline/watched-toolbox.ts';
import type { Requests } from '../src/wire/messages.ts';
import type { CallDetails, ClientTotals, TimelineEntry } from '../src/wire/timeline.ts';
import { createToolbox, type ToolboxOptions } from '@handeye/core/tools/create-toolbox';
import type { CallOptions } from '@handeye/core/tools/frame/toolbox';
import type { View } from '@handeye/screen/snapshot';
import { SkippingClock } from '@handeye/testing/clock';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';

export interface WatchedToolsOptions extends Partial<ToolboxOptions> {
  /** The folder of --record. */
  readonly recordTo?: string;
  readonly mostPictureBytes?: number;
  readonly secrets?: readonly Secret[];
  /** No page is open. */
  readonly unwatched?: boolean;
}

/** The tools of a scripted device with the timeline around them, and the events for pages. */
export function watchedTools(view: View, options: WatchedToolsOptions = {}) {
  const { recordTo, mostPictureBytes = 1_000_000, secrets, unwatched = false, ...frame } = options;
  const device = new ScriptedDevice(view);
  const clock = options.clock ?? new SkippingClock();
  const concealment = new Concealment({ secrets: secrets ?? [] });
  const registry = new Registry({
    sources: [sourceOf([device])],
    configured: [device.id],
    conceal: (real) => concealment.conceal(real),
  });
  const pictures = new Pictures({ folder: 'pictures', mostBytes: mostPictureBytes });
  /** The frames of the watched device. */
  const frames: WatchedFrame[] = [];
  const told: TimelineEntry[] = [];
  const totals: ClientTotals[][] = [];
  const news = new EventEmitter();
  const { timeline, recording } = openTimeline({
    ...{ registry, clock, pictures, record: recordTo, frames: () => frames },
    mask: (text) => {
      const masked = concealment.secrets.mask(text);
      return frame.remote?.mask(masked) ?? masked;
    },
    idHistory: () => [],
    log: () => undefined,
    isWanted: () => !unwatched,
    tell: (event, is) => {
      if (event === 'call') told.push(is as TimelineEntry);
      if (event === 'totals') totals.push(is as ClientTotals[]);
      news.emit('news');
    },
  });
  const toolbox = new WatchedToolbox(createToolbox({ registry, clock, concealment, ...frame }), timeline);
  const answered = async <Name extends 'timeline' | 'entry' | 'search'>(
    name: Name,
    takes: Requests[Name]['takes'],
  ): Promise<Requests[Name]['gives']> => {
    // The handlers of the timeline need no page.
    const handler = timeline.handlers[name] as (takes: unknown) => Requests[Name]['gives'];
    return Promise.resolve(handler(takes));
  };
  const details = (number: number): Promise<CallDetails> => answered('entry', { number });
  return {
    ...{
      device,
      clock,
      registry,
      pictures,
      frames,
      timeline,
      recording,
      toolbox,
      told,
      totals,
      answered,
      details,
    },
    call: (tool: string, args: unknown = {}, by: Partial<CallOptions> & { name?: string } = {}) =>
      toolbox.call(tool, args, {
        signal: new AbortController().signal,
        client: clientKey('token', by.name ?? 'an agent'),
        ...by,
      }),
    /** Waits until the timeline has sent a matching event. */
    until: async (fits: () => boolean | Promise<boolean>): Promise<void> => {
      while (!(await fits())) await once(news, 'news');
    },
  };
}
