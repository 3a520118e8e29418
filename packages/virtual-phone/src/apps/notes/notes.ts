import { mdiNotebookOutline, mdiPlus } from '@mdi/js';
import { activity, defineApp, type Activity } from '../../framework/system/app.ts';
import type { View } from '../../framework/views/view.ts';
import { card, column, searchField, text } from '../../framework/widgets/kit.ts';
import { floatingButton, screen, snackbar } from '../../framework/widgets/screen.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { dayOrTime } from '../dates.ts';
import { deleteDialog } from './delete-dialog.ts';
import { noteEditor } from './editor.ts';
import { firstNotes, remove, type Note, type Notebook } from './notebook.ts';

const UNDO_MS = 5000;

interface State {
  readonly query: string;
  /** The note for which a dialog asks whether to delete it. */
  readonly doomed: Note | undefined;
}

type ListActivity = Activity<State, Notebook>;

/** Notes that can be written, searched and deleted. */
export const notes = defineApp<Notebook>({
  package: 'com.example.notes',
  label: 'Notes',
  icon: { glyph: mdiNotebookOutline, color: '#f29900' },
  main: '.NotesListActivity',
  filters: [{ action: 'android.intent.action.SEND', activity: '.ShareActivity', mimeTypes: ['text/plain'] }],
  notExported: ['.NoteEditActivity'],
  data: () => ({ notes: firstNotes, nextId: firstNotes.length, deleted: undefined }),
  activities: {
    '.NotesListActivity': activity<State, Notebook>({
      initial: () => ({ query: '', doomed: undefined }),
      render: (state, self) => {
        const found = matching(self.data.notes, state.query);
        const search = searchField('Search notes', state.query, (query) => {
          self.setState({ query });
        });
        return screen('Notes', [search, noteList(found, self)], {
          floating: floatingButton(
            mdiPlus,
            () => {
              create(self);
            },
            { id: 'fab_new_note', description: 'New note' },
          ),
          dialog: state.doomed && confirmDelete(state.doomed, self),
          snackbar: self.data.deleted && undoBar(self),
        });
      },
      onResume: (self) => {
        forgetDeletedLater(self);
      },
    }),
    '.NoteEditActivity': noteEditor,
    // Shared text becomes a note; this activity has no screen of its own.
    '.ShareActivity': activity<object, Notebook>({
      initial: () => ({}),
      render: () => ({ content: column([]) }),
      onResume: (self) => {
        const { extras = {} } = self.intent;
        const shared = (name: string) => String(extras[`android.intent.extra.${name}`] ?? '');
        self.after(0, () => {
          create(self, { title: shared('SUBJECT'), body: shared('TEXT') });
          self.finish();
        });
      },
    }),
  },
});

function matching(all: readonly Note[], query: string): readonly Note[] {
  const wanted = query.toLowerCase();
  return all
    .filter(({ title, body }) => `${title}\n${body}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || b.changed - a.changed);
}

function noteList(found: readonly Note[], self: ListActivity): View {
  if (found.length === 0) {
    const message = self.data.notes.length === 0 ? 'No notes yet' : 'Nothing found';
    return text(message, { id: 'empty', width: 'fill', textAlign: 'center', padding: 48 });
  }
  return {
    type: 'list',
    id: 'notes_list',
    width: 'fill',
    weight: 1,
    margin: { top: 8 },
    count: found.length,
    row: (index) => {
      const note = found[index];
      const last = index === found.length - 1;
      return column(note === undefined ? [] : [noteCard(note, self)], {
        // Leaves room to scroll the last note out from under the floating button.
        padding: { left: 16, right: 16, top: 4, bottom: last ? 88 : 4 },
      });
    },
  };
}

// The card has no text of its own: title and body are children, as in many real apps.
function noteCard(note: Note, self: ListActivity): View {
  return card(
    [
      text(note.title === '' ? 'Untitled' : note.title, {
        id: 'note_title',
        size: 16,
        fontWeight: 500,
        maxLines: 1,
      }),
      text(note.body, {
        id: 'note_preview',
        color: theme.textSecondary,
        maxLines: 3,
        visibility: note.body === '' ? 'gone' : 'visible',
      }),
      text(dayOrTime(note.changed, self.phone.clock.now()), {
        id: 'note_date',
        size: 12,
        color: theme.textSecondary,
      }),
    ],
    {
      key: `note-${note.id}`,
      id: 'note_card',
      class: 'android.view.ViewGroup',
      gap: 4,
      onTap: () => {
        open(note.id, self);
      },
      onLongPress: () => {
        self.setState({ doomed: note });
      },
    },
  );
}

type AnyActivity = Pick<ListActivity, 'data' | 'phone' | 'setData' | 'start'>;

function create(
  self: AnyActivity,
  { title, body }: Pick<Note, 'title' | 'body'> = { title: '', body: '' },
): void {
  const { notes: all, nextId } = self.data;
  const note = { id: nextId, title, body, changed: self.phone.clock.now(), pinned: false };
  self.setData({ notes: [...all, note], nextId: nextId + 1 });
  open(nextId, self);
}

function open(id: number, self: AnyActivity): void {
  self.start({ component: 'com.example.notes/.NoteEditActivity', extras: { id } });
}

function confirmDelete(note: Note, self: ListActivity) {
  return deleteDialog(
    note,
    () => {
      self.setState({ doomed: undefined });
    },
    () => {
      self.setData(remove(self.data, note));
      forgetDeletedLater(self);
    },
  );
}

function undoBar(self: ListActivity): View {
  return snackbar('Note deleted', {
    label: 'Undo',
    onTap: () => {
      const { notes: all, deleted } = self.data;
      if (deleted !== undefined) self.setData({ notes: [...all, deleted], deleted: undefined });
    },
  });
}

/** Ends the time in which the deletion can be undone; a note deleted meanwhile has its own time. */
function forgetDeletedLater(self: ListActivity): void {
  const { deleted } = self.data;
  if (deleted === undefined) return;
  self.after(UNDO_MS, () => {
    if (self.data.deleted === deleted) self.setData({ deleted: undefined });
  });
}
