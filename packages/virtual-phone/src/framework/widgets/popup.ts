import type { View } from '../views/view.ts';

/** What a drop-down shows: one row an item, as Android's ListPopupWindow does. */
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
