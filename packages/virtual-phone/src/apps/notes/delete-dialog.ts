import type { Dialog } from '../../framework/views/screen.ts';
import { alert } from '../../framework/widgets/screen.ts';
import type { Note } from './notebook.ts';

/** Asks before a note is deleted; `close` is called for every answer. */
export function deleteDialog({ title }: Note, close: () => void, onDelete: () => void): Dialog {
  return alert({
    title: 'Delete note?',
    message: title === '' ? 'This note will be deleted.' : `“${title}” will be deleted.`,
    buttons: [
      { label: 'Cancel', onTap: close },
      {
        label: 'Delete',
        onTap: () => {
          close();
          onDelete();
        },
      },
    ],
    onDismiss: close,
  });
}
