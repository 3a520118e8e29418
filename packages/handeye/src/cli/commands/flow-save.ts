import { onOrOff, text } from '../../config/values.ts';
import { type CommandContext, exit, UsageError } from '../command.ts';
import { openTools } from '../open-tools.ts';

const number = text('must be the number of an act; -3 is the third last', /^-?[1-9]\d*$/);

/** The flags of `handeye flow save`. */
export const saveFlags = {
  first: {
    schema: number,
    takes: 'N',
    about: 'save: the first act to save; list_flows shows their numbers.',
  },
  last: { schema: number, takes: 'N', about: 'save: the last act to save.' },
  client: {
    schema: text('must be a client', /\S/),
    takes: 'NAME',
    about: 'save: whose run, if there are several.',
  },
  description: { schema: text('must be a text', /\S/), takes: 'TEXT', about: 'save: what the flow does.' },
  variables: { schema: onOrOff(), default: false, about: 'save: typed texts become variables.' },
  verify: {
    schema: onOrOff(),
    default: false,
    about: 'save: perform it once on the reset virtual phone, and drop what was true only then.',
  },
} as const;

/** `handeye flow save`: a run that a server remembers becomes a file. */
export async function flowSave(
  context: CommandContext,
  [name, unwanted]: readonly string[],
): Promise<number> {
  if (name === undefined || unwanted !== undefined) throw new UsageError('handeye flow save takes one NAME.');
  const { own, environment, print } = context;
  const { toolbox, close } = await openTools(context, 'flows');
  try {
    const tool = toolbox.tools.find((one) => one.name.endsWith('save_flow'))?.name ?? 'save_flow';
    const result = await toolbox.call(tool, argumentsOf(name, own), {
      signal: environment.stopped,
      client: 'handeye flow',
    });
    for (const item of result.content) if (item.type === 'text') print(item.text);
    return result.isError === true ? exit.failed : exit.fine;
  } finally {
    await close();
  }
}

function argumentsOf(name: string, own: CommandContext['own']): Record<string, unknown> {
  const { first, last, client, description, variables, verify } = own;
  return {
    name,
    ...(first !== undefined && { first: Number(first) }),
    ...(last !== undefined && { last: Number(last) }),
    ...(client !== undefined && { client }),
    ...(description !== undefined && { description }),
    variables: variables === true,
    verify: verify === true,
  };
}
