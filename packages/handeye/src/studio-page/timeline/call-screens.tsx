import type { CallDetails } from '../../studio/wire/timeline.ts';
import { chosenCall } from './calls.ts';
import { LongText } from './long-text.tsx';
import { Part } from './part.tsx';
import { timeText } from './words.ts';

/** What a call was made on: the elements that it names, the screen there was, and the one that the client had seen before. */
export function CallScreens({ details }: { readonly details: CallDetails }) {
  const { screen, lastScreen } = details;
  return (
    <>
      <Elements details={details} />
      {screen && (
        <Part title={screen.isCurrent ? 'Screen it was made on' : LAST_SEEN} copied={screen.text}>
          <LongText text={screen.text} label="Screen it was made on" />
        </Part>
      )}
      {lastScreen && (
        <Part title="Screen at the end of this client’s call before" copied={lastScreen.text}>
          <button
            type="button"
            class="button is-small"
            onClick={() => (chosenCall.value = lastScreen.number)}
          >
            Show call #{lastScreen.number}
          </button>
          <LongText text={lastScreen.text} label="Screen at the end of the call before" />
        </Part>
      )}
    </>
  );
}

const LAST_SEEN = 'Screen as it was seen last: something had been done since';

function Elements({ details: { elements } }: { readonly details: CallDetails }) {
  if (elements.length === 0) return null;
  return (
    <Part title="Elements it names">
      <ul class="call-lines" aria-label="Elements it names">
        {elements.map(({ id, what, history }) => (
          <li key={id}>
            <code>{id}</code> <bdi>{what}</bdi>
            {history.length > 0 && (
              <ol class="call-lines soft">
                {history.map((event, index) => (
                  <li key={index} class="from-device">
                    {timeText(event.at)} {event.what}
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
