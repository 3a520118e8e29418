import { changesText } from '../../tools/changes-text.ts';
import { leanListing } from '../../ui/format/lean/lean.ts';
import { estimatedTokens } from '../../ui/format/lean/tokens/tokens.ts';
import type { CountedText, ScreenLine, ScreenTexts } from '../wire/screen.ts';
import { changesLines, compactLines, leanLines } from './screen-lines.ts';
import type { Seen } from './watched-device.ts';

/** What get_screen_state would answer for the screen that was seen last, in each of its forms. */
export function textsOf({ session, snapshot, state, screen, before }: Seen, maxTokens: number): ScreenTexts {
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
