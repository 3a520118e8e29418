import { activity, defineApp } from '../system/app.ts';
import { button, card, column, iconButton, row, scroll, text } from '../widgets/kit.ts';
import { mdiClose } from '@mdi/js';

/** Distances (dp): a swipe ends the card's task (sideways or, if nothing scrolls, up), a shorter movement is a tap. */
const SWIPED_AWAY = 80;
const TAPPED = 8;

/** The system's own screens, which have no card. */
const unlisted: ReadonlySet<string> = new Set(['com.android.systemui', 'android']);

/** The list of recent tasks, an activity of the system's own app as on a phone. */
export const systemUi = defineApp({
  package: 'com.android.systemui',
  label: 'System UI',
  icon: { glyph: '⚙', color: '#5f6368' },
  main: '.recents.RecentsActivity',
  hidden: true,
  data: () => undefined,
  activities: {
    '.recents.RecentsActivity': activity({
      initial: () => ({}),
      render: (_state, self) => {
        const tasks = self.phone
          .tasks()
          .filter((task) => !unlisted.has(task.package) && task.package !== self.phone.homePackage)
          .toReversed();
        const open = (id: number) => () => {
          self.finish();
          self.phone.bringToFront(id);
        };
        const remove = (id: number) => () => {
          self.phone.removeTask(id);
          self.setState({});
        };
        const cards = tasks.map((task) =>
          card(
            [
              row(
                [
                  text(self.phone.appLabel(task.package), {
                    id: 'activity_description',
                    size: 18,
                    weight: 1,
                  }),
                  iconButton(mdiClose, remove(task.id), {
                    id: 'dismiss_task',
                    description: `Dismiss ${self.phone.appLabel(task.package)}.`,
                  }),
                ],
                { width: 'fill' },
              ),
            ],
            {
              key: String(task.id),
              description: self.phone.appLabel(task.package),
              id: 'task_view',
              minHeight: 200,
              onTap: open(task.id),
              onDismiss: remove(task.id),
              onDrag: ({ phase, dx, dy }) => {
                if (phase !== 'end') return;
                if (Math.abs(dx) > SWIPED_AWAY || dy < -SWIPED_AWAY) remove(task.id)();
                else if (Math.hypot(dx, dy) < TAPPED) open(task.id)();
              },
            },
          ),
        );
        const clear = () => {
          for (const task of tasks) self.phone.removeTask(task.id);
          self.setState({});
        };
        const body =
          tasks.length === 0
            ? [text('No recent items', { size: 18, width: 'fill', textAlign: 'center', padding: 64 })]
            : [...cards, button('Clear all', clear, { id: 'clear_all', tone: 'tonal', align: 'center' })];
        return {
          content: scroll(column(body, { padding: [24, 32], gap: 16 }), {
            height: 'fill',
            id: 'recents_view',
          }),
          background: '#d0c4e8',
        };
      },
    }),
  },
});
