import { useState } from 'preact/hooks';

/** Characters that are shown at once: a browser lays out a megabyte of text for seconds. */
const SHOWN = 20_000;

/** A text of any length, as it is. */
export function LongText({ text, label }: { readonly text: string; readonly label: string }) {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > SHOWN;
  return (
    <>
      <pre class="long-text" tabIndex={0} role="region" aria-label={label}>
        {isCut ? text.slice(0, SHOWN) : text}
      </pre>
      {isCut && (
        <button
          type="button"
          class="button is-small"
          onClick={() => {
            setWhole(true);
          }}
        >
          Show all {text.length.toLocaleString()} characters
        </button>
      )}
    </>
  );
}
