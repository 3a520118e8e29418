import { mdiAccount, mdiMessage, mdiPhone, mdiPlus, mdiStar, mdiStarOutline } from '@mdi/js';
import { activity, defineApp, type Activity } from '../framework/system/app.ts';
import type { View } from '../framework/views/view.ts';
import {
  avatar,
  column,
  icon,
  iconButton,
  listRow,
  row,
  searchField,
  text,
} from '../framework/widgets/kit.ts';
import { listOf } from '../framework/widgets/list.ts';
import { floatingButton, screen } from '../framework/widgets/screen.ts';
import { theme } from '../framework/widgets/theme.ts';
import { madeUpPeople, type Person } from './people.ts';

interface Data {
  readonly people: readonly Person[];
}

interface ListState {
  readonly query: string;
}

type ListActivity = Activity<ListState, Data>;

/** Five hundred people that can be searched, opened and starred. */
export const contacts = defineApp<Data>({
  package: 'com.android.contacts',
  label: 'Contacts',
  icon: { glyph: mdiAccount, color: '#1a73e8' },
  main: '.activities.PeopleActivity',
  filters: ['VIEW', 'DIAL', 'CALL'].map((action) => ({
    action: `android.intent.action.${action}`,
    activity: '.DialtactsActivity',
    schemes: ['tel'],
  })),
  data: () => ({ people: madeUpPeople(500) }),
  activities: {
    '.activities.PeopleActivity': activity<ListState, Data>({
      initial: () => ({ query: '' }),
      render: (state, self) => {
        const query = state.query.toLowerCase();
        const found = self.data.people.filter(({ name }) => name.toLowerCase().includes(query));
        const search = searchField('Search contacts', state.query, (next) => {
          self.setState({ query: next });
        });
        return screen('Contacts', [search, peopleList(found, self)], {
          floating: floatingButton(
            mdiPlus,
            () => {
              self.toast('This phone book is complete');
            },
            { id: 'floating_action_button', description: 'Create new contact' },
          ),
          menu: {
            items: ['Select all', 'Settings', 'Help & feedback'],
            onSelect: () => {
              self.toast('Nothing to set here');
            },
          },
        });
      },
    }),
    '.DialtactsActivity': activity<object, Data>({
      initial: () => ({}),
      render: (_state, self) => dialer(self),
      onResume: (self) => {
        if (self.intent.action === 'android.intent.action.CALL') self.toast(`Calling ${dialled(self)}`);
      },
    }),
    '.quickcontact.QuickContactActivity': activity<object, Data>({
      initial: () => ({}),
      render: (_state, self) => {
        const id = self.intent.extras?.id;
        const person = self.data.people.find((one) => one.id === id);
        return person === undefined
          ? screen('Contact', [text('This contact is gone.', { padding: 24 })], {
              onUp: () => {
                self.finish();
              },
            })
          : card(person, self);
      },
    }),
  },
});

/** The number of a `tel:` address; opening it starts no call. */
function dialled({ intent: { data = '' } }: Activity<object, Data>): string {
  return data.slice(data.indexOf(':') + 1).replace(/%20/g, ' ');
}

function dialer(self: Activity<object, Data>) {
  return screen(
    'Phone',
    [
      text(dialled(self), { id: 'digits', size: 32, width: 'fill', textAlign: 'center', padding: 32 }),
      iconButton(
        mdiPhone,
        () => {
          self.toast(`Calling ${dialled(self)}`);
        },
        { id: 'dialpad_floating_action_button', description: 'dial' },
      ),
    ],
    {
      onUp: () => {
        self.finish();
      },
    },
  );
}

function peopleList(people: readonly Person[], self: ListActivity): View {
  return listOf(people, {
    id: 'android:id/list',
    margin: { top: 8 },
    rowHeight: 64,
    empty: 'No contacts found',
    rowOf: (person) => personRow(person, self),
  });
}

// The row itself has no text: a child has it, as in many real apps.
function personRow(person: Person, self: ListActivity): View {
  const select = () => {
    self.toast(`${person.name} selected`);
  };
  return row(
    [avatar(person.name), text(person.name, { id: 'cliv_name_textview', size: 16, weight: 1, maxLines: 1 })],
    {
      key: `person-${person.id}`,
      class: 'android.view.ViewGroup',
      width: 'fill',
      gap: 16,
      padding: [0, 20],
      onTap: () => {
        self.start({
          component: 'com.android.contacts/.quickcontact.QuickContactActivity',
          extras: { id: person.id },
        });
      },
      onLongPress: select,
      uniqueId: `contact-${person.id}`,
      customActions: [{ label: 'Select', run: select }],
    },
  );
}

function card(person: Person, self: Activity<object, Data>) {
  const star = () => {
    const people = self.data.people.map((one) => (one === person ? { ...one, starred: !one.starred } : one));
    self.setData({ people });
  };
  return screen(
    '',
    [
      column(
        [
          avatar(person.name, { size: 96 }),
          text(person.name, { id: 'large_title', size: 28, textAlign: 'center' }),
        ],
        { alignChildren: 'center', gap: 16, padding: 24 },
      ),
      row(
        [
          // These two are unlabelled on purpose, as in many real apps.
          iconButton(
            mdiPhone,
            () => {
              self.toast(`Calling ${person.phone}`);
            },
            { color: theme.primary },
          ),
          iconButton(
            mdiMessage,
            () => {
              self.start({
                action: 'android.intent.action.SENDTO',
                data: `smsto:${encodeURIComponent(person.phone)}`,
              });
            },
            { color: theme.primary },
          ),
        ],
        { width: 'fill', justify: 'center', gap: 32 },
      ),
      listRow(person.phone, { subtitle: 'Mobile', leading: icon(mdiPhone, { decorative: true }) }),
      listRow(person.mail, { subtitle: 'Work', leading: icon(mdiMessage, { decorative: true }) }),
    ],
    {
      onUp: () => {
        self.finish();
      },
      actions: [
        iconButton(person.starred ? mdiStar : mdiStarOutline, star, {
          id: 'menu_star',
          description: person.starred ? 'Remove from favorites' : 'Add to favorites',
        }),
      ],
    },
  );
}
