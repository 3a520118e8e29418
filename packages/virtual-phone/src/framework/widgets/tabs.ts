import type { View, ViewProps } from '../views/view.ts';
import { icon, row, text } from './kit.ts';
import { theme } from './theme.ts';

export interface Tab {
  readonly label: string;
  readonly icon: string;
}

/** The bar at the bottom that switches between a few screens, like Material's navigation bar. */
export function bottomTabs(
  tabs: readonly Tab[],
  selected: number,
  onSelect: (index: number) => void,
  props: ViewProps = {},
): View {
  return row(
    tabs.map((tab, index) =>
      tabView(tab, index === selected, () => {
        onSelect(index);
      }),
    ),
    { width: 'fill', height: 76, background: theme.surfaceVariant, ...props },
  );
}

function tabView({ label, icon: path }: Tab, selected: boolean, onTap: () => void): View {
  const color = selected ? theme.onPrimaryContainer : theme.textSecondary;
  return {
    type: 'column',
    class: 'android.widget.FrameLayout',
    description: label,
    selected,
    weight: 1,
    alignChildren: 'center',
    justify: 'center',
    gap: 4,
    onTap,
    children: [
      icon(path, {
        color,
        width: 60,
        height: 32,
        radius: 16,
        decorative: true,
        ...(selected && { background: theme.secondaryContainer }),
      }),
      text(label, { size: 12, fontWeight: 500, color }),
    ],
  };
}
