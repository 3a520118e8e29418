import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Called } from '../../wire/tools.ts';
import { Badge } from '../parts/badge.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { outcome, underWay } from './try-state.ts';

/** The answer of the last call, as a model sees it and as it is on the wire. */
export function Answer() {
  const name = useId();
  const last = outcome.value;
  if (!last) return null;
  const isOld = underWay.value !== undefined;
  return (
    <section class={isOld ? 'try-answer is-old' : 'try-answer'} aria-labelledby={name} aria-busy={isOld}>
      <h2 id={name}>
        Answer of <code>{last.tool}</code>
      </h2>
      {'called' in last ? <Called called={last.called} /> : <p class="try-problem">{last.failure}</p>}
    </section>
  );
}

function Called({ called }: { readonly called: Called }) {
  const isRaw = useSignal(false);
  const text = called.items.flatMap((item) => ('text' in item ? [item.text] : [])).join('\n');
  return (
    <>
      <div class="try-facts">
        <Badge tone={called.isError ? 'bad' : 'good'}>{called.isError ? 'Error' : 'OK'}</Badge>
        <Badge>{called.milliseconds} ms</Badge>
        <Badge title="What the texts of the answer cost a model, roughly">{called.tokens} tokens</Badge>
        <span class="try-space" />
        <button
          type="button"
          class="button is-small"
          aria-pressed={isRaw.value}
          onClick={() => (isRaw.value = !isRaw.value)}
        >
          Raw
        </button>
        <CopyButton text={isRaw.value ? called.raw : text} />
      </div>
      {isRaw.value ? (
        <pre class="try-text" tabIndex={0} aria-label="Raw answer">
          {called.raw}
        </pre>
      ) : (
        called.items.map((item, index) =>
          'text' in item ? (
            <pre key={index} class="try-text" tabIndex={0} aria-label="Text of the answer">
              {item.text}
            </pre>
          ) : (
            <img key={index} class="try-picture" src={item.picture} alt="Picture of the answer" />
          ),
        )
      )}
    </>
  );
}
