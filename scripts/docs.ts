/**
 * Writes docs/tools.md from the tool definitions and docs/configuration.md from the settings; `--check` only reports whether
 * they are up to date. The example answers are real: each tool runs on a scripted device that shows a small synthetic screen.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringify from 'json-stringify-pretty-compact';
import * as z from 'zod';
import { configurationMarkdown } from '../packages/handeye/src/config/markdown.ts';
import { Registry } from '@handeye/core/device/registry';
import type { Tool } from '@handeye/core/tools/frame/define';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { realClock } from '@handeye/core/call/clock';
import { Flows } from '@handeye/flows/flows';
import { flowTools } from '../packages/core/src/tools/flows.ts';
import { listed } from '../packages/core/src/tools/frame/listed.ts';
import { listing } from '../packages/core/src/tools/frame/listing.ts';
import { type Toolset, toolsetNames } from '@handeye/core/tools/frame/defaults';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import { categories, optInToolsets, toolsets } from '@handeye/core/tools/toolsets';
import { listDevices } from '../packages/core/src/tools/devices.ts';
import { leaseTools } from '../packages/core/src/tools/leases/lease-tools.ts';
import { SkippingClock } from '@handeye/testing/clock';
import type { TextRange } from '@handeye/screen/node';
import { box, calculator, field, form, full, node, viewOf } from '@handeye/testing/screens';
import { desktopCalculator, ScriptedDesktop } from '@handeye/testing/scripted-desktop';
import { scriptedAppManager } from '@handeye/testing/scripted-apps';
import { ScriptedLeases } from '@handeye/testing/scripted-leases';
import { scriptedLinks } from '@handeye/testing/scripted-links';
import { picture, ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';
import { ScriptedFiles } from '@handeye/testing/scripted-files';
import { scriptedState } from '@handeye/testing/scripted-state';
import { stageNotifications } from '@handeye/testing/scripted-notifications';
import { scriptedCrashes, scriptedRecorder } from '@handeye/testing/scripted-record';

/** The screen for a tool's example; the calculator by default. */
const stages: Readonly<Record<string, () => ReturnType<typeof form>>> = {
  set_text: () => form(),
  input_text: () => form({ focused: 'name' }),
  clear_text: () => form({ focused: 'name' }),
  press_key: () => form({ focused: 'name' }),
  long_click_element: () => form(),
  wait_for_element: () => calculator('10'),
  set_value: () => slider(50),
  select_text: () => note(),
};

/** The element of an example, by its text or resource. */
const meant: Readonly<Record<string, string>> = {
  set_text: 'id/name',
  long_click_element: 'Send',
  set_value: 'Brightness',
  select_text: '#note',
};

/** A page with a slider. */
function slider(current: number): ReturnType<typeof form> {
  const range = { min: 0, max: 100, current };
  const bar = node('SeekBar', box(60, 300, 1020, 400), { description: 'Brightness', range });
  return viewOf(node('FrameLayout', full, { children: [bar] }));
}

/** A page with a field, a part of whose text may be selected. */
function note(selection?: TextRange): ReturnType<typeof form> {
  const text = 'Groceries for Sunday';
  const content = field('note', box(60, 300, 1020, 400), { text, focused: true, selection });
  return viewOf(node('FrameLayout', full, { children: [content] }));
}

/** Tools that also work on this computer, which takes real time. */
const takesRealTime = new Set([
  'capture_screenshot',
  'install_app',
  'push_file',
  'pull_file',
  'stop_recording',
  ...flowTools.map(({ name }) => name),
]);

interface Example {
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: ToolResult;
}

async function exampleOf(tool: Tool): Promise<Example> {
  const device = new ScriptedDevice((stages[tool.name] ?? calculator)());
  device.picture = await picture(64, 64);
  device.clip = 'copied text';
  device.desktop = new ScriptedDesktop([desktopCalculator()]);
  device.services = {
    files: scriptedFiles(),
    ...(tool.name === 'get_crashes' && { crashes: scriptedCrashes() }),
    recorder: scriptedRecorder(),
  };
  device.installs([
    { id: 'com.example.calculator', name: 'Calculator', version: '8.4', launchable: true },
    { id: 'com.example.notes', name: 'Notes', version: '1.0.2', launchable: true },
  ]);
  device.services = {
    ...device.services,
    state: scriptedState(),
    appManager: scriptedAppManager(),
    links: scriptedLinks(),
  };
  device.logLines = {
    lines: ['02-11 16:30:00.123 I/ActivityManager: Displayed com.example.calculator/.Calculator: +312ms'],
    truncated: false,
  };
  device.react = (deed) => {
    if (deed.did !== 'act') return;
    if (deed.action.kind === 'setText') device.view = form({ name: deed.action.text });
    if (deed.action.kind === 'setValue') device.view = slider(40);
    if (deed.action.kind === 'selectText') device.view = note(deed.action.selects.range);
  };
  if (tool.name.startsWith('notification_')) stageNotifications(device);
  const registry = new Registry({
    sources: [sourceOf([device])],
    configured: tool.name === 'list_devices' ? ['scripted', 'another'] : ['scripted'],
  });
  const clock = takesRealTime.has(tool.name) ? undefined : new SkippingClock();
  const folder = await mkdtemp(join(tmpdir(), 'handeye-docs-'));
  await writeFile(join(folder, 'diagram.png'), device.picture.bytes);
  await writeFile(join(folder, 'shop.apk'), 'PK');
  await writeFile(
    join(folder, 'sum.flow.yaml'),
    'appId: com.example.calculator\n---\n- tapOn: "7"\n- tapOn: "8"\n',
  );
  const flows = new Flows({ registry, clock: realClock, folder, history: true });
  const toolbox = createToolbox({
    registry,
    flows,
    toolsets: toolsetNames,
    files: folder,
    ...(leaseTools.includes(tool) && { leases: new ScriptedLeases() }),
    ...(toolsets.model.includes(tool) && { screenFormat: 'lean' }),
    ...(clock && { clock }),
  });
  const signal = new AbortController().signal;
  const state = await toolbox.call('get_screen_state', {}, { signal });
  if (flowTools.includes(tool)) await toolbox.call('tap', { x: 210, y: 1050 }, { signal });
  const args = withRealIds(tool, state);
  const result = await toolbox.call(tool.name, args, { signal });
  await rm(folder, { recursive: true });
  return { args, result };
}

/** The files of the examples. */
function scriptedFiles(): ScriptedFiles {
  return new ScriptedFiles({
    'download/notes.txt': 'milk\nbread\n',
    'download/report.pdf': new Uint8Array(48_213),
    'download/trip/tickets.pdf': new Uint8Array(9_120),
  });
}

function withRealIds({ name, example }: Tool, state: ToolResult): Example['args'] {
  const [first] = state.content;
  const rows = first?.type === 'text' ? first.text.split('\n') : [];
  const id = rows.find((row) => row.includes(meant[name] ?? '\t7\t'))?.split(/[\t ]/)[0];
  if ('element_id' in example) return { ...example, element_id: id };
  return 'ids' in example ? { ids: [id, 'node_gone'] } : example;
}

const json = (value: unknown) => `\`\`\`json\n${stringify(value, { maxLength: 120 })}\n\`\`\``;

/** Replaces ids and state numbers, which differ with each start of the server, by fixed ones. */
function steadyIds(): (value: unknown) => string {
  const known = new Map<string, string>();
  const steady = (id: string) => {
    const isShort = !id.startsWith('node_');
    const short = known.get(id) ?? (isShort ? `${553_061 + known.size}` : `node_${401 + known.size}`);
    known.set(id, short);
    return short;
  };
  return (value) =>
    json(value)
      .replace(/node_\d+|(?<![\d-])\d{6}(?!\d)/g, steady)
      .replace(/(?<=\\n)s[0-9a-f]{2}(?=\d+")/g, 's4f');
}

async function chapter(tool: Tool): Promise<string> {
  const { description, inputSchema, outputSchema, annotations } = listing(listed(tool, 'compact'), {
    several: false,
    observes: false,
  });
  const { args, result } = await exampleOf(tool);
  if (result.isError && tool.name !== 'list_devices') throw new Error(`the example of ${tool.name} fails`);
  const steady = steadyIds();
  const hints = Object.entries(annotations).filter(([, on]) => on);
  const failures = Object.entries(tool.fails).map(([kind, when]) => `- \`${kind}\`: ${when}`);
  return [
    `### \`${tool.name}\``,
    description,
    `Hints: ${hints.map(([hint]) => `\`${hint}\``).join(', ')}.`,
    parameterTable(tool),
    `<details><summary>Schemas</summary>\n\nInput:\n\n${json(inputSchema)}${outputSchema ? `\n\nOutput:\n\n${json(outputSchema)}` : ''}\n\n</details>`,
    'Request:',
    steady({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool.name, arguments: args } }),
    'Answer:',
    steady({ jsonrpc: '2.0', id: 1, result: shortened(result) }),
    ...(failures.length > 0 ? [`Fails with:\n\n${failures.join('\n')}`] : []),
    ...leanPart(tool.runsOn === 'device' ? tool.lean : undefined),
  ].join('\n\n');
}

/** The differences if screens are lean. */
function leanPart(variant: Tool | undefined): string[] {
  if (variant === undefined) return [];
  return [
    `Where screens are lean ([screen format](screen-format.md#lean)):`,
    `> ${variant.description}`,
    parameterTable(variant),
  ];
}

/** The data of a picture is useless on a page. */
function shortened(result: ToolResult): unknown {
  const content = result.content.map((item) =>
    item.type === 'image' ? { ...item, data: `${item.data.slice(0, 16)}…` } : item,
  );
  return { ...result, content };
}

function parameterTable({ input }: Tool): string {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' });
  const rows = Object.entries(properties).map(([name, schema]) => {
    if (typeof schema === 'boolean') throw new Error(`no schema for ${name}`);
    const fallback = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
    const need = required.includes(name) ? 'yes' : 'no';
    return `| \`${name}\` | ${typeText(schema)} | ${need} | ${fallback} | ${schema.description ?? ''} |`;
  });
  if (rows.length === 0) return 'No parameters.';
  return ['| Parameter | Type | Required | Default | |', '|---|---|---|---|---|', ...rows].join('\n');
}

function typeText(schema: z.core.JSONSchema.BaseSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  const { type, minimum, maximum, exclusiveMinimum } = schema;
  const range =
    minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? ` ${minimum}..${maximum}`
      : minimum !== undefined
        ? ` >= ${minimum}`
        : exclusiveMinimum !== undefined
          ? ` > ${exclusiveMinimum}`
          : '';
  return `${String(type)}${range}`;
}

async function page(): Promise<string> {
  const groups = await Promise.all(
    Object.entries(categories).map(async ([title, tools], index) => {
      const chapters = await Promise.all(tools.map(chapter));
      return [`## ${index + 1}. ${title}`, ...chapters].join('\n\n');
    }),
  );
  const extras = await Promise.all([listDevices, ...toolsets['first-generation']].map(chapter));
  const contents = Object.entries(categories).map(
    ([title, tools], index) =>
      `| ${index + 1}. ${title} | ${tools.map(({ name }) => `\`${name}\``).join(', ')} |`,
  );
  return [
    '<!-- Written by `npm run docs` from the tool definitions. Do not edit. -->',
    '# Tools',
    INTRODUCTION,
    [
      '| Category | Tools |',
      '|---|---|',
      ...contents,
      DESKTOP_CONTENTS,
      MODEL_CONTENTS,
      ...OPT_IN_CONTENTS,
      FARM_CONTENTS,
    ].join('\n'),
    ...groups,
    '## 8. Desktop',
    ABOUT_DESKTOP,
    ...(await Promise.all(toolsets.desktop.map(chapter))),
    '## 9. For models',
    ABOUT_MODEL_TOOLS,
    ...(await Promise.all(toolsets.model.map(chapter))),
    ...(await Promise.all(optInToolsets.map(optInChapter))),
    `## ${FARM_CHAPTER}. Devices of a farm`,
    await aboutChapter('farm'),
    ...(await Promise.all(leasing.map(chapter))),
    '## Beyond the 27',
    '`list_devices` is served if more than one device is configured; every other tool then takes an optional `device`. The others are the first generation of screen tools, which `get_screen_state` replaced: add them with `--toolset device,first-generation`, together with the plain endpoints `GET /mcp/v1/tools/list` and `POST /mcp/v1/tools/call`.',
    ...extras,
    '',
  ].join('\n\n');
}

async function optInChapter(toolset: Toolset, index: number): Promise<string> {
  const chapters = await Promise.all(toolsets[toolset].map(chapter));
  return [`## ${10 + index}. The toolset \`${toolset}\``, await aboutChapter(toolset), ...chapters].join(
    '\n\n',
  );
}

/** The introduction to a toolset, which is written by hand. */
async function aboutChapter(name: string): Promise<string> {
  const file = new URL(`tool-chapters/${name}.md`, import.meta.url);
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text.trim() === '')
    throw new Error(`scripts/tool-chapters/${name}.md is missing: write what the toolset ${name} is for.`);
  return text.trim();
}

const OPT_IN_CONTENTS = optInToolsets.map(
  (toolset, index) =>
    `| ${10 + index}. \`--toolset ${toolset}\` | ${toolsets[toolset].map(({ name }) => `\`${name}\``).join(', ')} |`,
);

/** `list_devices` has its chapter among those without a farm. */
const leasing = leaseTools.filter(({ name }) => name !== listDevices.name);
const FARM_CHAPTER = 10 + OPT_IN_CONTENTS.length;
const FARM_CONTENTS = `| ${FARM_CHAPTER}. Devices of a farm (\`--farm\`) | ${leasing.map(({ name }) => `\`${name}\``).join(', ')} |`;

const DESKTOP_CONTENTS = `| 8. Desktop (\`--toolset desktop\`) | ${toolsets.desktop.map(({ name }) => `\`${name}\``).join(', ')} |`;

const MODEL_CONTENTS = `| 9. For models (\`--toolset model\`) | ${toolsets.model.map(({ name }) => `\`${name}\``).join(', ')} |`;

const ABOUT_MODEL_TOOLS = `These come with the tools of a device where screens are lean (\`/mcp?screen=lean\`), or with \`--toolset device,model\`.

**Which app.** \`app\` ignores case: an exact package goes before an exact name, that before a part of a name, and that before a part
of a package. If several fit, the error lists them; if none does, it names the closest. On a Linux desktop the id is the name of
the desktop file (\`org.gnome.Calculator\`), on a Mac the bundle id.

**Names.** The companion reads the visible names of a phone's apps. Plain ADB does not know them: the last
part of a package stands for its name, and \`list_apps\` says so.`;

const ABOUT_DESKTOP = `These four read any application by its name, whether or not it is in front. They are served for a desktop
(\`--device linux\` or \`macos\`), or with \`--toolset device,desktop\`; on a phone an application is a package.

**Which application.** \`app\` is a PID (a number, or digits in a string), otherwise the exact name or id, otherwise the only name
or id that is equal ignoring case. If several match, the error is \`multiple_matches\` and lists them with their PIDs; if none
does, it is \`app_not_running\` and suggests similar names.

**Elements.** Roles use one vocabulary on all platforms. \`nativeRole\` is the platform's own name; filters accept either.
\`path\` says where an element is: \`app(123)/window["Calculator"]/panel[0]/button["7"]\`. The number is the index among siblings of
the same role; a window or element whose title is unique among them is named by its title, quoted as in JSON.
\`childCount\` counts all children, shown or not.

**Pages.** If an answer is not complete, repeat the call with its \`nextCursor\` as \`cursor\`. All pages together show
each element once; ancestors of new elements that were on an earlier page are marked \`repeated\` and not counted. All
are from one read, which is kept for five minutes; a cursor that is older gives \`stale_element\`: start again without it.

**Limits.** 500 elements per answer, 100 matches, 100 levels; texts are cut at 500 characters, those of the focused element at
10,000. The times (5 s, 2 s, 1 s, 1 s) are \`limits.tree\`, \`find\`, \`focus\` and \`windows\` in the
[configuration](configuration.md); if an application hangs, only calls to that application wait.

**Failures** are JSON: \`{"operation", "error_type", "message", "app"?, "guidance"?}\`.`;

const INTRODUCTION = `Handeye serves these tools over Streamable HTTP at \`POST /mcp\` (JSON only) and over stdio. What the rows of
\`get_screen_state\` mean is on [its own page](screen-format.md).

A failure is a result with \`isError: true\`, one text that says what failed, why and what to do next, and
\`_meta["handeye/error"]\` with its \`kind\` and \`code\`:

| Kind | Code | When |
|---|---|---|
| \`invalid_params\` | -32602 | an argument is missing, of the wrong type or out of range |
| \`permission_denied\` | -32001 | the device cannot be reached, a policy forbids it, or it lacks the capability |
| \`element_not_found\` | -32002 | no element with that id, or no focused field |
| \`action_failed\` | -32003 | the device refused or failed the action |
| \`timeout\` | -32004 | the device did not answer in time |
| \`internal\` | -32603 | a fault in Handeye itself |

Coordinates are screen pixels in the current rotation. Arguments are checked before a device is touched.`;

const pages = {
  'docs/tools.md': await page(),
  'docs/configuration.md': configurationMarkdown(),
};

for (const [name, content] of Object.entries(pages)) {
  const target = new URL(`../${name}`, import.meta.url);
  const wanted = `${content.trimEnd()}\n`;
  if (!process.argv.includes('--check')) {
    await writeFile(target, wanted);
    console.log(`${name} written`);
  } else if ((await readFile(target, 'utf8').catch(() => '')) !== wanted) {
    console.error(`${name} is not up to date: run \`npm run docs\`.`);
    process.exitCode = 1;
  }
}
