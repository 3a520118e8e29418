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
 * A modal dialog. The browser keeps the focus inside and restores it. A modal dialog would hide a question and block its keys:
 * so a new question closes the dialog, and a dialog that is opened while a question waits is not modal and lies below its card.
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
        // The browser moves the focus only for a modal dialog.
        if (key === 'Escape') dialog.current?.close();
      }}
      onClick={(event) => {
        // The content covers the whole dialog: a click on the dialog itself is on its backdrop.
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
