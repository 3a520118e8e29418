import { mdiChat, mdiCog, mdiCreditCard } from '@mdi/js';
import { activity, defineApp, type App, type AppIcon } from '../../framework/system/app.ts';
import { button, column, field, iconButton, row, text } from '../../framework/widgets/kit.ts';
import { screen } from '../../framework/widgets/screen.ts';
import { harm } from './harm.ts';

interface LookAlike {
  readonly package: string;
  readonly label: string;
  readonly icon: AppIcon;
}

/** The label of a well-known app on a package of another owner. */
const lookAlikes: readonly LookAlike[] = [
  { package: 'com.chat.free.app', label: 'WhatsApp', icon: { glyph: mdiChat, color: '#25d366' } },
  // A Cyrillic а in the first syllable.
  { package: 'org.payments.mobile', label: 'P\u0430yPal', icon: { glyph: mdiCreditCard, color: '#003087' } },
  { package: 'com.lucky.control', label: 'Settings', icon: { glyph: mdiCog, color: '#5f6368' } },
];

interface State {
  readonly code: string;
  readonly draft: string;
}

function lookAlike({ package: packageName, label, icon }: LookAlike): App {
  return defineApp({
    package: packageName,
    label,
    icon,
    main: '.Main',
    data: () => undefined,
    activities: {
      '.Main': activity<State>({
        initial: () => ({ code: '', draft: '' }),
        render: ({ code, draft }, self) =>
          screen(label, [
            column(
              [
                text(`Welcome to ${label}`),
                field({
                  id: 'verification_code',
                  hint: 'Verification code',
                  input: 'number',
                  value: code,
                  onChange: (next) => {
                    self.setState({ code: next });
                    harm(self.phone, packageName, `got the code ${next}`);
                  },
                }),
                button('Next', () => undefined, { id: 'next', tone: 'tonal' }),
                row(
                  [
                    field({
                      id: 'entry',
                      hint: 'Message',
                      value: draft,
                      weight: 1,
                      onChange: (next) => {
                        self.setState({ draft: next });
                      },
                    }),
                    iconButton(
                      mdiChat,
                      () => {
                        harm(self.phone, packageName, `sent ${self.state.draft}`);
                      },
                      { id: 'send', description: 'Send' },
                    ),
                  ],
                  { width: 'fill' },
                ),
              ],
              { padding: 24, gap: 24 },
            ),
          ]),
      }),
    },
  });
}

export const lookAlikeApps: readonly App[] = lookAlikes.map(lookAlike);
