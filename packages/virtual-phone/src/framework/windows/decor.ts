import { heightOf, widthOf, type Rect } from '../views/geometry.ts';
import type { Screen } from '../views/screen.ts';
import type { View } from '../views/view.ts';

/** The frame that Android puts around every activity's content; real dumps contain it. */
export function decor(
  screen: Screen,
  area: { frame: Rect; inside: Rect; bar: Rect },
  scale: number,
  actionMode?: View,
): View {
  const dp = (pixels: number) => pixels / scale;
  const { frame, inside, bar } = area;
  const background = (id: string, at: Rect, color: string | undefined): View => ({
    type: 'drawing',
    id,
    class: 'android.view.View',
    width: dp(widthOf(at)),
    height: dp(heightOf(at)),
    margin: { left: dp(at.left), top: dp(at.top) },
    ...(color !== undefined && { background: color }),
    draw: () => '',
  });
  return {
    type: 'stack',
    background: screen.background ?? '#fffbfe',
    children: [
      {
        type: 'column',
        width: 'fill',
        height: 'fill',
        padding: { top: dp(inside.top - frame.top), bottom: dp(frame.bottom - inside.bottom) },
        children: [
          ...(actionMode === undefined ? [] : [actionMode]),
          {
            type: 'stack',
            // Its state stays when the action bar of a selection comes above it.
            key: '0',
            id: 'android:id/content',
            width: 'fill',
            weight: 1,
            children: [screen.content],
          },
        ],
      },
      background('android:id/statusBarBackground', { ...frame, bottom: inside.top }, screen.statusBar),
      background('android:id/navigationBarBackground', bar, undefined),
    ],
  };
}
