import { mdiDeleteOutline, mdiPin, mdiPinOutline } from '@mdi/js';
import { activity, type Activity } from '../../framework/system/app.ts';
import type { Screen } from '../../framework/views/screen.ts';
import { column, field, iconButton, scroll, text } from '../../framework/widgets/kit.ts';
import { screen } from '../../framework/widgets/screen.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { dayOrTime } from '../dates.ts';
import { deleteDialog } from './delete-dialog.ts';
import { remove, type Note, type Notebook } from './notebook.ts';

interface State {
  readonly deleting: boolean;
}

type EditActivity = Activity<State, Notebook>;

/** One note, saved as it is typed; an empty one is removed. */
export const noteEditor = activity<State, Notebook>({
  initial: () => ({ deleting: false }),
  render: (state, self) => {
    const note = noteOf(self);
    const onUp = () => {
      self.finish();
    };
    return note === undefined
      ? screen('Note', [text('This note is gone.', { padding: 24 })], { onUp })
      : page(note, state, self);
  },
  onPause: (self) => {
    const note = noteOf(self);
    if (note?.title === '' && note.body === '') {
      self.setData({ notes: self.data.notes.filter((one) => one !== note) });
      self.toast('Empty note discarded');
    }
  },
});

function noteOf(self: EditActivity): Note | undefined {
  return self.data.notes.find(({ id }) => id === self.intent.extras?.id);
}

function page(note: Note, state: State, self: EditActivity): Screen {
  const body = column(
    [
      field({
        id: 'edit_title',
        hint: 'Title',
        value: note.title,
        imeAction: 'next',
        size: 24,
        border: 'none',
        padding: [8, 0],
        onChange: (title) => {
          change(self, { title });
        },
      }),
      text(`Edited ${dayOrTime(note.changed, self.phone.clock.now())} · ${note.body.length} characters`, {
        id: 'edit_info',
        size: 12,
        color: theme.textSecondary,
      }),
      field({
        id: 'edit_body',
        hint: 'Note',
        value: note.body,
        multiLine: true,
        border: 'none',
        padding: [12, 0],
        minHeight: 240,
        onChange: (text) => {
          change(self, { body: text });
        },
      }),
    ],
    { padding: { left: 24, right: 24, bottom: 24 } },
  );
  return screen('', [scroll(body, { id: 'edit_scroll' })], {
    onUp: () => {
      self.finish();
    },
    actions: [
      // The pin is unlabelled on purpose.
      iconButton(note.pinned ? mdiPin : mdiPinOutline, () => {
        change(self, { pinned: !note.pinned });
      }),
      iconButton(
        mdiDeleteOutline,
        () => {
          self.hideKeyboard();
          self.setState({ deleting: true });
        },
        { id: 'action_delete', description: 'Delete' },
      ),
    ],
    dialog: state.deleting ? confirmDelete(note, self) : undefined,
  });
}

function change(self: EditActivity, part: Partial<Note>): void {
  const changed = self.phone.clock.now();
  const id = self.intent.extras?.id;
  self.setData({
    notes: self.data.notes.map((one) => (one.id === id ? { ...one, changed, ...part } : one)),
  });
}

function confirmDelete(note: Note, self: EditActivity) {
  return deleteDialog(
    note,
    () => {
      self.setState({ deleting: false });
    },
    () => {
      self.setData(remove(self.data, note));
      self.finish();
    },
  );
}
