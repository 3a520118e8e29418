import type { Handlers } from '../requests.ts';
import { StudioError } from '../pages.ts';
import { fullId } from '../../ui/ids.ts';
import { detailsOf } from './element-details.ts';
import type { Live } from './live.ts';
import { textsOf } from './texts.ts';
import type { Seen } from './watched-device.ts';

interface ScreenRequestsOptions {
  readonly live: Live;
  /** Tokens that a model gets of a screen in lean. */
  readonly maxTokens: number;
  /** Each call has to say which device it means. */
  readonly several: boolean;
  /** What the names of all tools begin with. */
  readonly prefix: string;
}

/** Answers what pages ask about the screen that they see. */
export function screenRequests({ live, maxTokens, several, prefix }: ScreenRequestsOptions): Handlers {
  const seenOn = (device: string): Seen => {
    const seen = live.seen(device);
    if (!seen) throw new StudioError('Nothing of this device was seen yet.');
    return seen;
  };
  return {
    texts: ({ device }) => textsOf(seenOn(device), maxTokens),
    element: ({ device, id }) =>
      detailsOf(seenOn(device).snapshot, fullId(id), {
        history: live.historyOf(device).of(fullId(id)),
        device: several ? device : undefined,
        prefix,
      }),
  };
}
