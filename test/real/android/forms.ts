import { activity, column, defineApp, field, screen, scroll, text } from '@handeye/virtual-phone';

interface State {
  readonly sent: readonly string[];
  readonly draft: string;
}

const hints = ['Street', 'City', 'Country', 'Street'];

/** An app for tests only: fields of every kind, some of which differ only by their place. */
export const forms = defineApp({
  package: 'test.forms',
  label: 'Forms',
  icon: { glyph: 'F', color: '#000000' },
  main: '.Main',
  data: () => undefined,
  activities: {
    '.Main': activity<State>({
      initial: () => ({ sent: [], draft: '' }),
      render: ({ sent, draft }, self) =>
        screen('Forms', [
          text(`Sent: ${sent.join('|')}`, { id: 'sent' }),
          field({ id: 'subject', hint: 'Subject' }),
          field({ id: 'code', hint: 'Code', maxLength: 5 }),
          field({ id: 'body', hint: 'Body', multiLine: true }),
          // A chat whose Enter sends: its field is of several lines, and the app handles the key itself.
          field({
            id: 'chat',
            hint: 'Message',
            multiLine: true,
            imeAction: 'send',
            value: draft,
            onChange: (value) => {
              self.setState({ draft: value });
            },
            onSubmit: (value) => {
              self.setState({ sent: [...self.state.sent, value], draft: '' });
            },
          }),
        ]),
    }),
    // No resource ids: one address beside the other, in a page that scrolls.
    '.Addresses': activity({
      initial: () => ({}),
      render: () =>
        screen('Addresses', [
          scroll(
            column([
              ...hints.map((hint, at) => field({ key: `field ${at}`, hint })),
              ...Array.from({ length: 30 }, (_, at) => text(`Line ${at} of what there is to read`)),
            ]),
          ),
        ]),
    }),
    '.Secret': activity({
      initial: () => ({}),
      render: () => screen('Secret', [field({ id: 'pin', input: 'password' })]),
    }),
    '.SideBySide': activity({
      initial: () => ({}),
      render: () =>
        screen('Side by side', [column(hints.map((hint, at) => field({ key: `field ${at}`, hint })))]),
    }),
  },
});
