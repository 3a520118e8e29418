import { fullId } from '@handeye/screen/ids';
import { type OnlyDeviceOptions, usedInstead } from '../devices/only-device.ts';
import { StudioError } from '../pages.ts';
import type { Handlers } from '../requests.ts';
import { detailsOf } from './element-details.ts';
import type { Live } from './live.ts';
import type { Seen } from './watched-device.ts';
import { changesText } from '@handeye/core/tools/changes-text';
import { leanListing } from '@handeye/screen/format/lean/lean';
import { estimatedTokens } from '@handeye/screen/format/lean/tokens/tokens';
import type { CountedText, ScreenLine, ScreenTexts } from '../wire/screen.ts';
import { changesLines, compactLines, leanLines } from './screen-lines.ts';

interface ScreenRequestsOptions extends OnlyDeviceOptions {
  readonly live: Live;
  /** The token limit of a model's lean screen. */
  readonly maxTokens: number;
  /** The prefix of all tool names. */
  readonly prefix: string;
}

/** Answers requests of pages about the screen that they show. */
export function screenRequests(options: ScreenRequestsOptions): Handlers {
  const { live, maxTokens, prefix, registry } = options;
  const seenOn = (device: string): Seen => {
    const seen = live.seen(device);
    if (!seen) throw new StudioError('Nothing of this device was seen yet.');
    return seen;
  };
  /** Whether a copied call would use this device. False if there is no default device. */
  const isReached = (device: string): Promise<boolean> =>
    usedInstead(device, options).then(
      (other) => other === undefined,
      () => false,
    );
  return {
    texts: ({ device }) => textsOf(seenOn(device), maxTokens),
    element: async ({ device, id }) => {
      const details = detailsOf(seenOn(device).snapshot, fullId(id), {
        history: live.historyOf(device).of(fullId(id)),
        device: registry.several ? device : undefined,
        prefix,
      });
      return (await isReached(device)) ? details : { ...details, calls: [] };
    },
  };
}

/** The answer of get_screen_state for the last screen, in each of its forms. */
function textsOf({ session, snapshot, state, screen, before }: Seen, maxTokens: number): ScreenTexts {
  const { lines } = leanListing(snapshot, { state, maxTokens });
  const since = before && session.states.numberToBe(before);
  const changes =
    before && since !== undefined
      ? changesText({ before, since, now: snapshot, state, maxTokens })
      : undefined;
  return {
    frame: screen.frame,
    lean: counted(leanLines(lines)),
    compact: counted(compactLines(snapshot)),
    changes: changes === undefined ? undefined : counted(changesLines(snapshot, changes)),
  };
}

function counted(lines: readonly ScreenLine[]): CountedText {
  return { lines, tokens: Math.ceil(estimatedTokens(lines.map(({ text }) => text).join('\n'))) };
}
