import type { View } from '../views/view.ts';

/** The content of a drop-down: one row per item, as in Android's ListPopupWindow. */
export function popupView(items: readonly string[], onSelect: (index: number) => void): View {
  return {
    type: 'stack',
    background: '#f3edf7',
    radius: 4,
    shadow: true,
    children: [
      {
        type: 'list',
        class: 'android.widget.ListView',
        width: 'fill',
        count: items.length,
        rowHeight: 48,
        row: (index) => ({
          type: 'text',
          class: 'android.widget.CheckedTextView',
          id: 'android:id/text1',
          text: items[index] ?? '',
          size: 16,
          padding: [12, 16],
          width: 'fill',
          minHeight: 48,
          onTap: () => {
            onSelect(index);
          },
        }),
      },
    ],
  };
}
