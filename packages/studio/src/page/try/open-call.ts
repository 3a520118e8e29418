import type { CallDetails } from '../../wire/timeline.ts';
import type { ServedScreen, ToolForm } from '../../wire/tools.ts';
import { request } from '../connection/connection.ts';
import { entriesFrom, fieldsOf, isRecord } from './schema-fields.ts';
import { chosenTool, entered, filledFrom, outcome, servedScreen, tools } from './try-state.ts';

type Call = Pick<CallDetails, 'number' | 'tool' | 'arguments' | 'hidden'>;

/** Fills the tool's form with the arguments of a call without sending it; returns the reason if that is not possible. */
export async function fillFrom({ number, tool, arguments: json, hidden }: Call): Promise<string | undefined> {
  const args = argumentsIn(json);
  if (!args) return 'Its arguments were not kept, so that no form can be filled with them.';
  const form = await formOf(tool);
  if (!form) return `No form has the tool ${tool}: Try a tool offers what models are offered.`;
  const fields = fieldsOf(form.inputSchema);
  const known = new Set(fields.map(({ name }) => name));
  entered.value = { ...entered.value, [tool]: entriesFrom(fields, args) };
  filledFrom.value = {
    number,
    tool,
    hidden: entriesFrom(
      fields.filter(({ name }) => hidden.includes(name)),
      args,
    ),
    unknown: Object.keys(args).filter((name) => !known.has(name)),
  };
  chosenTool.value = tool;
  outcome.value = undefined;
  return undefined;
}

/** The form of a tool. Some tools exist only for clients with lean screens, or with compact ones. */
async function formOf(tool: string): Promise<ToolForm | undefined> {
  const shown = tools.value?.find(({ name }) => name === tool);
  if (shown) return shown;
  const screen: ServedScreen = servedScreen.value === 'lean' ? 'compact' : 'lean';
  const others = await request('tools', { screen }).catch(() => []);
  const other = others.find(({ name }) => name === tool);
  if (!other) return undefined;
  tools.value = others;
  servedScreen.value = screen;
  return other;
}

function argumentsIn(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const args: unknown = JSON.parse(json);
    return isRecord(args) ? args : undefined;
  } catch {
    return undefined;
  }
}
