import { mdiCircle, mdiSquare } from '@mdi/js';
import { spacer } from '../widgets/kit.ts';
import type { Framework } from '../system/framework.ts';
import type { View } from '../views/view.ts';

const LEFT_TRIANGLE = 'M19 3 3 12l16 9z';

/** The bar at the bottom: three buttons, or the handle of gesture navigation (swiping it up goes home). */
export function navigationBar(phone: Framework): View {
  return phone.shape.navigation === 'gestures' ? handle(phone) : buttons(phone);
}

function handle(phone: Framework): View {
  const color = phone.frontScreen()?.lightSigns === true ? '#ffffff' : '#1c1b1f';
  return {
    type: 'drawing',
    class: 'android.widget.FrameLayout',
    id: 'navigation_bar_frame',
    draw: ({ width, height }) =>
      `<rect x="${width / 2 - 54}" y="${height / 2 - 2}" width="108" height="4" rx="2" fill="${color}" fill-opacity="0.75"/>`,
    onDrag: ({ phase, dy }) => {
      if (phase === 'end' && dy < -40) phone.home();
    },
  };
}

function buttons(phone: Framework): View {
  const side = phone.display.landscape && phone.shape.sideBar > 0;
  const key = (icon: string, props: { id: string; description: string; onTap: () => void }): View => ({
    type: 'icon',
    class: 'android.widget.ImageView',
    icon,
    color: '#ffffff',
    size: 18,
    width: side ? 'fill' : 80,
    height: side ? 80 : 'fill',
    ...props,
  });
  const keys = [
    key(LEFT_TRIANGLE, {
      id: 'back',
      description: 'Back',
      onTap: () => {
        phone.back();
      },
    }),
    key(mdiCircle, {
      id: 'home',
      description: 'Home',
      onTap: () => {
        phone.home();
      },
    }),
    key(mdiSquare, {
      id: 'recent_apps',
      description: 'Overview',
      onTap: () => {
        phone.recents();
      },
    }),
  ];
  const ordered = side ? keys.toReversed() : keys;
  const children = [spacer(), ...ordered.flatMap((one) => [one, spacer()])];
  return {
    type: side ? 'column' : 'row',
    id: 'nav_buttons',
    background: '#000000',
    alignChildren: 'center',
    children,
  };
}
