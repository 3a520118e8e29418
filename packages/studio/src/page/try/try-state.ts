import { computed, effect, signal } from '@preact/signals';
import type { Called, ServedScreen, ToolForm } from '../../wire/tools.ts';
import { request } from '../connection/connection.ts';
import { link, shownDevice } from '../connection/state.ts';
import { argumentsFrom, type Entries, fieldsOf } from './schema-fields.ts';

/** The result of a call: its answer, or an error. */
export type Outcome =
  { readonly tool: string; readonly called: Called } | { readonly tool: string; readonly failure: string };

/* The choices and entries; they outlive the view, which exists only while it is shown. */

/** Undefined until the server has sent them. */
export const tools = signal<readonly ToolForm[] | undefined>(undefined);
export const servedScreen = signal<ServedScreen>('lean');
export const chosenTool = signal('get_screen_state');
/** The entries by tool. */
export const entered = signal<Readonly<Record<string, Entries>>>({});
export const outcome = signal<Outcome | undefined>(undefined);
/** The tool of the running call. */
export const underWay = signal<string | undefined>(undefined);

export const tool = computed(
  () => tools.value?.find(({ name }) => name === chosenTool.value) ?? tools.value?.[0],
);
export const fields = computed(() => fieldsOf(tool.value?.inputSchema));
export const entries = computed(() => entered.value[tool.value?.name ?? ''] ?? {});
/** The call of the timeline that filled the form. */
export interface FilledFrom {
  readonly number: number;
  readonly tool: string;
  /** Replaces arguments that the timeline hides. */
  readonly hidden: Entries;
  /** Arguments that the tool does not take. */
  readonly unknown: readonly string[];
}

export const filledFrom = signal<FilledFrom | undefined>(undefined);

/** The arguments of the form, or the problem with them. */
export const made = computed(() => {
  const from = filledFrom.value?.tool === tool.value?.name ? filledFrom.value : undefined;
  const hidden = Object.entries(from?.hidden ?? {}).find(([path, mask]) => entries.value[path] === mask);
  if (hidden) return { field: hidden[0], problem: 'is hidden in the timeline: enter it again.' };
  return argumentsFrom(fields.value, entries.value);
});

export function enter(path: string, text: string): void {
  const name = tool.value?.name;
  if (name !== undefined)
    entered.value = { ...entered.value, [name]: { ...entered.value[name], [path]: text } };
}

/** Calls the chosen tool with the entries. */
export async function send(): Promise<void> {
  const name = tool.value?.name;
  const call = made.value;
  if (name === undefined || underWay.value !== undefined || !('arguments' in call)) return;
  underWay.value = name;
  filledFrom.value = undefined;
  try {
    const called = await request('call', {
      tool: name,
      arguments: call.arguments,
      device: shownDevice.value,
      from: 'form',
      screen: servedScreen.value,
    });
    outcome.value = { tool: name, called };
  } catch (error) {
    outcome.value = { tool: name, failure: error instanceof Error ? error.message : String(error) };
  } finally {
    underWay.value = undefined;
  }
}

effect(() => {
  if (link.value !== 'open') return;
  request('tools', { screen: servedScreen.value })
    .then((told) => (tools.value = told))
    // Without a connection; repeated when it is back.
    .catch(() => undefined);
});
