import { useEffect, useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import './parts.css';

/** Milliseconds for which the button confirms the copy. */
const TOLD_FOR = 1_500;

export interface CopyButtonProps {
  readonly text: string;
  /** The label: "Copy as curl". */
  readonly label?: string;
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label = 'Copy' }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'by hand'>('ready');
  useEffect(() => {
    if (state !== 'copied') return undefined;
    const timer = setTimeout(() => {
      setState('ready');
    }, TOLD_FOR);
    return () => {
      clearTimeout(timer);
    };
  }, [state]);
  const onClick = async () => {
    setState((await copy(text)) ? 'copied' : 'by hand');
  };
  return (
    <>
      <button type="button" class="button is-small copy-button" onClick={() => void onClick()}>
        {/* Both labels share one place, so that the button keeps its width. */}
        <span class={state === 'copied' ? 'is-away' : undefined}>{label}</span>
        <span role="status" class="copy-told">
          {state === 'copied' && 'Copied'}
        </span>
      </button>
      {state === 'by hand' && (
        <Dialog
          title="Copy this"
          onClose={() => {
            setState('ready');
          }}
        >
          <textarea
            class="input copy-by-hand"
            aria-label="Text to copy"
            readOnly
            rows={8}
            value={text}
            ref={(area) => area?.select()}
          />
        </Dialog>
      )}
    </>
  );
}

/** Whether the browser allowed it. A page over plain HTTP from another computer has no clipboard. */
async function copy(text: string): Promise<boolean> {
  if (!window.isSecureContext) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
