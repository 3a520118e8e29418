import type { SettingsTable } from '../../framework/system/settings.ts';
import type { View } from '../../framework/views/view.ts';
import {
  column,
  heading,
  icon,
  listRow,
  slider,
  stack,
  switchRow,
  text,
} from '../../framework/widgets/kit.ts';
import { choices } from '../../framework/widgets/screen.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { ask, openPage, type Entry, type PageId, type Settings } from './page.ts';

/** The kinds of lines on a page. */

/** A row of one of the three settings tables. */
export type SettingKey = readonly [SettingsTable, string];

interface Extra {
  readonly summary?: string | undefined;
  readonly enabled?: boolean;
  readonly leading?: View;
}

const roomy = { padding: [12, 24] } as const;

/** A title above the lines that follow it. */
export function section(title: string): Entry {
  return {
    view: heading(title, {
      id: 'android:id/title',
      width: 'fill',
      padding: { left: 24, top: 20, bottom: 4 },
    }),
  };
}

/** A line of text that may do something when tapped. */
export function line(title: string, extra: Extra & { trailing?: View; onTap?: () => void } = {}): Entry {
  const { summary, ...props } = extra;
  return { title, summary, view: listRow(title, { ...roomy, subtitle: summary, ...props }) };
}

/** A line that opens another page. */
export function link(self: Settings, title: string, page: PageId, extra: Extra = {}): Entry {
  return line(title, {
    ...extra,
    onTap: () => {
      openPage(self, page);
    },
  });
}

/** A switch for a setting that is 0 or 1. */
export function switchFor(
  self: Settings,
  title: string,
  [table, name]: SettingKey,
  extra: Extra & {
    values?: readonly [off: string, on: string];
    whenAbsent?: boolean;
    /** The current state, if the setting alone does not tell. */
    isOn?: boolean;
    /** Called instead of writing the setting. */
    set?: (on: boolean) => void;
  } = {},
): Entry {
  const { summary, values: [off, on] = ['0', '1'], whenAbsent = false, isOn, set, ...props } = extra;
  const { settings } = self.phone;
  const value = settings.get(table, name);
  const checked = isOn ?? (value === undefined ? whenAbsent : value === on);
  const change = (next: boolean) => {
    if (set) set(next);
    else settings.put(table, name, next ? on : off);
  };
  return {
    title,
    summary,
    view: switchRow(title, checked, change, {
      ...roomy,
      subtitle: summary,
      ...props,
      ownClicks: self.phone.shape.switchesHaveText,
    }),
  };
}

export interface Option {
  readonly label: string;
  readonly value: string;
}

/** A line that shows a value and opens a dialog to choose another one. */
export function choice(
  self: Settings,
  title: string,
  options: readonly Option[],
  current: { value: string; choose: (value: string) => void },
): Entry {
  const chosen = options.findIndex(({ value }) => value === current.value);
  return line(title, {
    summary: options[chosen]?.label ?? current.value,
    onTap: () => {
      ask(self, (close) =>
        choices({
          title,
          items: options.map(({ label }) => label),
          chosen,
          onSelect: (index) => {
            close();
            const option = options[index];
            if (option !== undefined) current.choose(option.value);
          },
          onDismiss: close,
        }),
      );
    },
  });
}

/** A choice whose value is a setting. */
export function choiceFor(
  self: Settings,
  title: string,
  [table, name]: SettingKey,
  options: readonly Option[],
): Entry {
  const { settings } = self.phone;
  return choice(self, title, options, {
    value: settings.get(table, name) ?? options[0]?.value ?? '',
    choose: (value) => {
      settings.put(table, name, value);
    },
  });
}

/** A slider for a setting from `min` to `max`. */
export function levelFor(
  self: Settings,
  title: string,
  [table, name]: SettingKey,
  range: { min?: number; max: number; fallback: number; leading?: View },
): Entry {
  const { min = 0, max, fallback, leading } = range;
  const { settings } = self.phone;
  const value = settings.number(table, name, fallback);
  const bar = slider(
    (value - min) / (max - min),
    (part) => {
      const next = String(Math.round(min + part * (max - min)));
      if (next !== settings.get(table, name)) settings.put(table, name, next);
    },
    { id: 'android:id/seekbar', description: title },
  );
  const label = text(title, {
    id: 'android:id/title',
    labelFor: 'android:id/seekbar',
    size: 16,
    padding: { left: 12 },
  });
  const lines = [label, bar];
  return {
    title,
    view: {
      type: 'row',
      width: 'fill',
      alignChildren: 'center',
      padding: { left: leading ? 24 : 12, right: 12, top: 8, bottom: 4 },
      gap: 8,
      children: [...(leading ? [leading] : []), column(lines, { weight: 1 })],
    },
  };
}

/** A round coloured icon at the start of a line. */
export function sign(path: string, color: string): View {
  return stack(
    [icon(path, { id: 'android:id/icon', color: '#ffffff', size: 22, align: ['center', 'center'] })],
    {
      width: 40,
      height: 40,
      radius: 20,
      background: color,
    },
  );
}

/** An explanation in small print. */
export function explanation(words: string): Entry {
  return {
    view: text(words, {
      id: 'android:id/summary',
      color: theme.textSecondary,
      width: 'fill',
      padding: [12, 24],
    }),
  };
}

/** Bytes as Settings shows them, in decimal units: 12 MB, 9.4 GB. */
export function storageText(bytes: number): string {
  const gigabytes = bytes / 1e9;
  return gigabytes < 1 ? `${Math.round(bytes / 1e6)} MB` : `${Number(gigabytes.toFixed(1))} GB`;
}
