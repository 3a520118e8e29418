import { isMap, isScalar, type Node, YAMLMap } from 'yaml';
import type { DialogRule, FlowHeader } from './flow.ts';
import { selector } from './selectors.ts';
import {
  commandList,
  fields,
  list,
  required,
  scalarText,
  template,
  text,
  variables,
  whole,
  withDefault,
  type JsonSchema,
  type Reading,
  type Shape,
  type Writing,
} from './shapes.ts';

const dialogRule: Shape<DialogRule> = fields({
  match: required(selector),
  do: required(commandList()),
  times: withDefault(whole(1), 1),
});

const headerFields = {
  name: text(),
  description: text(),
  appId: template('the id of an app'),
  tags: withDefault(list(text()), []),
  locale: text(),
  env: withDefault(variables(), {}),
  onDialog: withDefault(list(dialogRule), []),
  onFlowStart: withDefault(commandList(), []),
  onFlowComplete: withDefault(commandList(), []),
};
const shape = fields(headerFields);

export const headerSchema: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(Object.entries(headerFields).map(([name, { schema }]) => [name, schema])),
};

export function readHeader(node: Node, defaultName: string, reading: Reading): FlowHeader {
  if (!isMap<Node, Node | null>(node))
    return reading.refuse(node, 'the header needs a map, as appId: com.example.notes');
  const known = new YAMLMap<Node, Node | null>();
  known.range = node.range ?? null;
  const other: Record<string, unknown> = {};
  for (const pair of node.items) {
    const name = scalarText(pair.key) ?? reading.refuse(pair.key, 'needs a name');
    if (Object.hasOwn(headerFields, name)) known.items.push(pair);
    else other[name] = pair.value?.toJSON();
    const isBlank = pair.value === null || (isScalar(pair.value) && pair.value.value === null);
    if (name === 'url' && !isBlank && !node.has('appId'))
      reading.refuse(
        pair.key,
        'url makes it a flow for a web browser; Handeye needs appId, the id of an app',
      );
  }
  const read = shape.read(known, reading);
  return { name: defaultName, ...read, other };
}

export function writeHeader(header: FlowHeader, defaultName: string, writing: Writing): unknown {
  const { other, name, ...rest } = header;
  const known = shape.write(name === defaultName ? rest : { name, ...rest }, writing);
  return { ...(known as Readonly<Record<string, unknown>>), ...other };
}
