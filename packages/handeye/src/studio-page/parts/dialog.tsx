import { useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { questions } from '../questions/open-questions.ts';
import './parts.css';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A dialog over the page. The browser keeps the focus inside, and gives it back. That would hide a question and keep every
 * key from it: so a question that comes closes the dialog, and one that is opened while a question waits is below its card.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const name = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (questions.value.length > 0) dialog.current?.show();
    else dialog.current?.showModal();
  }, []);
  useSignalEffect(() => {
    if (questions.value.length > 0 && dialog.current?.matches(':modal') === true) dialog.current.close();
  });
  return (
    <dialog
      class="dialog"
      ref={dialog}
      aria-labelledby={name}
      onClose={onClose}
      onKeyDown={({ key }) => {
        // A browser does so only where nothing else can be used meanwhile.
        if (key === 'Escape') dialog.current?.close();
      }}
      onClick={(event) => {
        // The dialog's content covers all of it: a click on the dialog itself is one on its backdrop.
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="dialog-head">
        <h2 id={name}>{title}</h2>
        <button
          type="button"
          class="button is-quiet"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          ✕
        </button>
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
