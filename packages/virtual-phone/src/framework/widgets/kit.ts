import { mdiCheckboxBlankOutline, mdiCheckboxMarked, mdiMagnify, mdiMenuDown } from '@mdi/js';
import type { Box, Dropdown, Field, TextContent, View, ViewProps } from '../views/view.ts';
import { theme } from './theme.ts';

/** The widgets of apps: functions that return views. A new widget is one more such function. */

type Props = ViewProps;
type TextProps = Props & Omit<Partial<TextContent>, 'type' | 'text'>;
type BoxProps = Props & Omit<Partial<Box>, 'type' | 'children'>;

export function column(children: readonly View[], props: BoxProps = {}): View {
  return { type: 'column', width: 'fill', ...props, children };
}

export function row(children: readonly View[], props: BoxProps = {}): View {
  return { type: 'row', alignChildren: 'center', ...props, children };
}

export function stack(children: readonly View[], props: BoxProps = {}): View {
  return { type: 'stack', ...props, children };
}

export function text(content: string, props: TextProps = {}): View {
  return { type: 'text', text: content, ...props };
}

/** Text of a title, marked as a heading. */
export function heading(content: string, props: TextProps = {}): View {
  return text(content, { size: 14, fontWeight: 500, color: theme.primary, heading: true, ...props });
}

/** A vertical scroller around one view. */
export function scroll(child: View, props: Props = {}): View {
  return { type: 'scroll', width: 'fill', weight: 1, ...props, child };
}

export function spacer(props: Props = { weight: 1 }): View {
  return { type: 'drawing', decorative: true, ...props, draw: () => '' };
}

export function divider(props: Props = {}): View {
  return spacer({ width: 'fill', height: 1, background: theme.outline, ...props });
}

/** A share as an integer range, the way SeekBar and ProgressBar report it. */
function percents(part: number): { min: number; max: number; value: number } {
  return { min: 0, max: 100, value: Math.round(Math.min(1, Math.max(0, part)) * 100) };
}

/** A filled button; `tonal` and `plain` are quieter. */
export function button(
  label: string,
  onTap: () => void,
  props: TextProps & { tone?: 'filled' | 'tonal' | 'plain' } = {},
): View {
  const { tone = 'filled', ...rest } = props;
  const colors = {
    filled: { background: theme.primary, color: theme.onPrimary },
    tonal: { background: theme.secondaryContainer, color: theme.onPrimaryContainer },
    plain: { color: theme.primary },
  };
  return {
    type: 'text',
    class: 'android.widget.Button',
    text: label,
    size: 14,
    fontWeight: 500,
    textAlign: 'center',
    radius: 20,
    padding: [10, tone === 'plain' ? 12 : 24],
    minHeight: 40,
    minWidth: 48,
    onTap,
    ...colors[tone],
    ...rest,
  };
}

/** A picture that can be tapped. Without a description it is an unlabelled button, as careless apps have them. */
export function iconButton(icon: string, onTap: () => void, props: Props & { color?: string } = {}): View {
  return { type: 'icon', icon, color: theme.textSecondary, width: 48, height: 48, onTap, ...props };
}

export function icon(path: string, props: Props & { color?: string; size?: number } = {}): View {
  return { type: 'icon', icon: path, color: theme.textSecondary, ...props };
}

/** An outlined text field, controlled by `value` and `onChange`. */
export function field(props: Props & Omit<Field, 'type'>): View {
  return {
    type: 'field',
    size: 16,
    padding: [14, 16],
    width: 'fill',
    radius: 4,
    border: theme.outline,
    background: theme.surface,
    ...props,
  };
}

/** A switch that is clickable itself. */
export function toggle(checked: boolean, onChange: (checked: boolean) => void, props: Props = {}): View {
  return {
    ...switchFace(checked),
    onTap: () => {
      onChange(!checked);
    },
    ...props,
  };
}

function switchFace(checked: boolean): View {
  const [track, thumb] = checked ? [theme.primary, theme.onPrimary] : ['#e7e0ec', '#79747e'];
  return {
    type: 'drawing',
    class: 'android.widget.Switch',
    width: 52,
    height: 32,
    checked,
    label: checked ? 'ON' : 'OFF',
    draw: () =>
      `<rect x="1" y="1" width="50" height="30" rx="15" fill="${track}" stroke="${checked ? theme.primary : '#79747e'}" stroke-width="1.5"/><circle cx="${checked ? 36 : 16}" cy="16" r="${checked ? 11 : 8}" fill="${thumb}"/>`,
  };
}

export function checkbox(
  label: string,
  checked: boolean,
  onChange: (checked: boolean) => void,
  props: TextProps = {},
): View {
  return {
    type: 'text',
    class: 'android.widget.CheckBox',
    text: label,
    icon: checked ? mdiCheckboxMarked : mdiCheckboxBlankOutline,
    size: 16,
    checked,
    minHeight: 48,
    padding: [8, 0],
    onTap: () => {
      onChange(!checked);
    },
    ...props,
  };
}

/** A slider from 0 to 1. */
export function slider(value: number, onChange: (value: number) => void, props: Props = {}): View {
  return {
    type: 'drawing',
    class: 'android.widget.SeekBar',
    width: 'fill',
    height: 44,
    focusable: true,
    range: {
      ...percents(value),
      onSet: (percent) => {
        onChange(percent / 100);
      },
    },
    onDrag: ({ x, size }) => {
      onChange(Math.min(1, Math.max(0, (x - 12) / (size.width - 24))));
    },
    ...props,
    draw: ({ width }) => {
      const x = 12 + (width - 24) * value;
      return `<rect x="12" y="20" width="${width - 24}" height="4" rx="2" fill="#e7e0ec"/><rect x="12" y="20" width="${x - 12}" height="4" rx="2" fill="${theme.primary}"/><circle cx="${x}" cy="22" r="10" fill="${theme.primary}"/>`;
    },
  };
}

/** A progress bar from 0 to 1. */
export function progressBar(value: number, props: Props = {}): View {
  return {
    type: 'drawing',
    class: 'android.widget.ProgressBar',
    width: 'fill',
    height: 4,
    range: percents(value),
    ...props,
    draw: ({ width }) =>
      `<rect width="${width}" height="4" rx="2" fill="#e7e0ec"/><rect width="${width * Math.min(1, value)}" height="4" rx="2" fill="${theme.primary}"/>`,
  };
}

/** A value that opens a drop-down list when tapped; the value is the text of a child, as on a phone. */
export function spinner(value: string, dropdown: Dropdown, props: Props = {}): View {
  return {
    type: 'row',
    class: 'android.widget.Spinner',
    alignChildren: 'center',
    width: 'fill',
    minHeight: 52,
    padding: [0, 16],
    radius: 4,
    border: theme.outline,
    dropdown,
    ...props,
    children: [
      text(value, { id: 'android:id/text1', size: 16, weight: 1 }),
      icon(mdiMenuDown, { decorative: true }),
    ],
  };
}

interface RowOptions extends Props {
  readonly subtitle?: string | undefined;
  readonly leading?: View | undefined;
  readonly trailing?: View | undefined;
}

/** A row of a list: an optional picture, one or two lines, and something at its end. */
export function listRow(title: string, options: RowOptions = {}): View {
  const { subtitle, leading, trailing, ...props } = options;
  const lines = [text(title, { id: 'android:id/title', size: 16, maxLines: 1 })];
  if (subtitle !== undefined) {
    lines.push(
      text(subtitle, { id: 'android:id/summary', size: 14, color: theme.textSecondary, maxLines: 2 }),
    );
  }
  return row(
    [...(leading ? [leading] : []), column(lines, { weight: 1, gap: 2 }), ...(trailing ? [trailing] : [])],
    { width: 'fill', minHeight: 56, padding: [8, 16], gap: 16, ...props },
  );
}

/**
 * A row with a switch at its end, as in Android's preferences: the row handles the tap, and the switch only shows the state. Up
 * to Android 10 (`ownClicks`) the switch is clickable as well.
 */
export function switchRow(
  title: string,
  checked: boolean,
  onChange: (checked: boolean) => void,
  { ownClicks, ...options }: RowOptions & { ownClicks: boolean },
): View {
  const id = 'android:id/switch_widget';
  const face = ownClicks ? toggle(checked, onChange, { id }) : { ...switchFace(checked), id };
  return listRow(title, {
    trailing: row([face], { id: 'android:id/widget_frame' }),
    onTap: () => {
      onChange(!checked);
    },
    ...options,
  });
}

/** A rounded search field, for use above the content that it filters. */
export function searchField(hint: string, value: string, onChange: (query: string) => void): View {
  return row(
    [
      icon(mdiMagnify, { decorative: true }),
      field({
        id: 'search_view',
        hint,
        value,
        imeAction: 'search',
        weight: 1,
        border: 'none',
        background: 'none',
        padding: [12, 12],
        onChange,
      }),
    ],
    { width: 'fill', background: theme.surfaceVariant, radius: 28, margin: [0, 16], padding: [0, 16] },
  );
}

/** A coloured circle with a letter: the picture of a person. */
export function avatar(name: string, props: Props & { size?: number } = {}): View {
  const { size = 40, ...rest } = props;
  const hue = Array.from(name).reduce((sum, letter) => sum + letter.charCodeAt(0) * 7, 0) % 360;
  return stack(
    [
      text(name.charAt(0), {
        size: size * 0.45,
        fontWeight: 500,
        color: '#ffffff',
        align: ['center', 'center'],
      }),
    ],
    {
      width: size,
      height: size,
      radius: size / 2,
      background: `hsl(${hue}, 45%, 50%)`,
      decorative: true,
      ...rest,
    },
  );
}

export function card(children: readonly View[], props: BoxProps = {}): View {
  return column(children, { background: theme.surfaceVariant, radius: 12, padding: 16, gap: 8, ...props });
}
