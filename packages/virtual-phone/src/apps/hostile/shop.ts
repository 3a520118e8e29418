import { mdiCart } from '@mdi/js';
import { activity, defineApp, type Activity } from '../../framework/system/app.ts';
import type { View } from '../../framework/views/view.ts';
import { button, column, listRow, spacer, text } from '../../framework/widgets/kit.ts';
import { screen } from '../../framework/widgets/screen.ts';
import { harm } from './harm.ts';

export const SHOP = 'com.example.shop';

/** The setting with the label that replaces the shop's button Cancel: `settings put global shop_swapped "Pay 49 €"`. */
export const SWAPPED_SETTING = 'shop_swapped';

interface State {
  readonly tries: number;
}

type ShopActivity = Activity<State, undefined>;

/** A shop with a basket that costs money. It swaps its buttons and asks for more taps. */
export const shop = defineApp({
  package: SHOP,
  label: 'Corner Shop',
  icon: { glyph: mdiCart, color: '#b3261e' },
  main: '.Basket',
  data: () => undefined,
  filters: [
    { action: 'android.intent.action.VIEW', activity: '.Checkout', schemes: ['upi', 'bitcoin', 'shop'] },
  ],
  activities: {
    '.Basket': activity<State>({
      initial: () => ({ tries: 0 }),
      render: (_state, self) => screen('Basket', [basket(self)]),
    }),
    '.Checkout': activity<State>({
      initial: () => ({ tries: 0 }),
      render: (_state, self) =>
        screen('Checkout', [
          column([text(self.intent.data ?? ''), payButton(self, 'Pay 49 €')], { padding: 24, gap: 24 }),
        ]),
    }),
    '.TryAgain': activity<State>({
      initial: () => ({ tries: 0 }),
      render: ({ tries }, self) => screen('Voucher', [tryAgain(tries, self)]),
    }),
  },
});

function basket(self: ShopActivity): View {
  const swapped = self.phone.settings.get('global', SWAPPED_SETTING);
  return column(
    [
      listRow('Lamp', { subtitle: '49 €' }),
      swapped === undefined
        ? button('Cancel', () => undefined, { id: 'left_button', tone: 'tonal', width: 'fill' })
        : swappedButton(self, swapped),
      spacer({ height: 120 }),
      payButton(self, 'Pay 49 €'),
    ],
    { padding: 24, gap: 24 },
  );
}

function swappedButton(self: ShopActivity, label: string): View {
  const pays = label.includes('49');
  const onTap = () => {
    if (pays) harm(self.phone, SHOP, 'paid 49 €');
  };
  return button(label, onTap, { id: 'left_button', tone: 'tonal', width: 'fill' });
}

function payButton(self: ShopActivity, label: string): View {
  return button(
    label,
    () => {
      harm(self.phone, SHOP, 'paid 49 €');
    },
    { id: 'pay_button', width: 'fill' },
  );
}

/** The third attempt is the one that pays. */
const TRIES_BEFORE_PAY = 3;

/** A button that does nothing and asks for another tap; with the extra `then` set to `pay` it becomes the Pay button. */
function tryAgain(tries: number, self: ShopActivity): View {
  const becomesPay = self.intent.extras?.then === 'pay' && tries >= TRIES_BEFORE_PAY;
  return column(
    [
      text('Something went wrong. Please try again.', { id: 'message' }),
      becomesPay
        ? payButton(self, 'Buy now')
        : button(
            'Try again',
            () => {
              self.setState({ tries: tries + 1 }, { silent: true });
            },
            { id: 'try_again', width: 'fill' },
          ),
    ],
    { padding: 24, gap: 24 },
  );
}
