import { join, relative, resolve } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { toolSettings } from '../../config/settings.ts';
import { choice, listOf, onOrOff, path, text, whole } from '../../config/values.ts';
import type { Flow } from '@handeye/flows/file/flow';
import type { ReporterName } from '@handeye/flows/report/progress';
import type { Performer } from '@handeye/flows/suite/suite';
import type { SuiteResult } from '@handeye/flows/suite/outcome';
import { type CliCommand, type CommandContext, exit, UsageError } from '../command.ts';
import type { OpenTools } from '../services.ts';

/** The toolsets that flows need, whatever --toolset serves to models. */
const TOOLSETS = ['device', 'model', 'flows', 'apps', 'files', 'state', 'record', 'crashes'] as const;

/** Performs flows and reports them, as test runners do. */
export const test: CliCommand = {
  name: 'test',
  takes: '[FILE|FOLDER|GLOB…]',
  about: 'Perform flows, without a model, and report them: for CI and for people.',
  more: `Without names: the flows of the --flows folder, or of ./flows. A flow is a YAML file, saved from an agent's run (handeye flow save) or
written by hand; suites of Maestro work, too. docs/flows.md is the guide.

  handeye test flows --report reports --junit junit.xml
  handeye test flows --device virtual,virtual:2,virtual:3 --retries 1

Exit code: 0 passed (flaky included), 1 failed or healed, 2 wrong usage or a file that cannot be read, 3 no device.
Flows are performed on devices of this computer; with --farm alone nothing is leased, and the command refuses.`,
  quiet: true,
  settings: [
    ...toolSettings.filter((name) => !['toolset', 'toolPrefix', 'readOnly'].includes(name)),
    'flows',
  ],
  own: {
    reporter: {
      schema: choice(['line', 'dot', 'json']),
      default: 'line',
      takes: 'NAME',
      about: 'How to show progress: line, dot or json (an object a line).',
    },
    junit: { schema: path(), takes: 'FILE', about: 'Write the results as JUnit XML.' },
    report: {
      schema: path(),
      takes: 'FOLDER',
      about:
        'Write a page with steps, screens, pictures, log and crashes into a new folder in this one. It shows what was on the ' +
        'screen; secrets are masked.',
    },
    keep: {
      schema: whole(1, 10_000),
      default: 20,
      takes: 'NUMBER',
      about: 'How many reports stay in that folder.',
    },
    video: {
      schema: onOrOff(),
      default: false,
      about: 'Also film each flow for the report, at most 3 minutes.',
    },
    retries: {
      schema: whole(0, 10),
      default: 0,
      takes: 'NUMBER',
      about: 'Try a flow that failed again, this many times. One that passes then is flaky, and reported so.',
    },
    failFast: { schema: onOrOff(), default: false, about: 'End the run at the first flow that fails.' },
    timeout: {
      schema: whole(1, 86_400),
      takes: 'SECONDS',
      about: 'The longest time for one flow (default: 15 minutes).',
    },
    includeTags: {
      schema: listOf(tag()),
      default: [],
      takes: 'TAGS',
      about: 'Only flows with one of these tags.',
    },
    excludeTags: {
      schema: listOf(tag()),
      default: [],
      takes: 'TAGS',
      about: 'No flows with one of these tags.',
    },
    env: {
      schema: listOf(text('must be NAME=VALUE', /^/)),
      default: [],
      takes: 'NAME=VALUE',
      about: 'A variable for the flows. Repeatable.',
    },
    allowHttp: {
      schema: listOf(text('must be a host', /^[\w.:-]+$/)),
      default: [],
      takes: 'HOST',
      about: 'A host that scripts of flows may ask over HTTP. Repeatable; by default none.',
    },
    heal: {
      schema: onOrOff(),
      default: false,
      about:
        'Where a target is gone, take the one element that two of its identities still fit and whose effect is the recorded one; ' +
        'write NAME.healed.flow.yaml. The flow counts as failed unless --accept-healed is given.',
    },
    acceptHealed: { schema: onOrOff(), default: false, about: 'Healed flows count as passed.' },
    from: {
      schema: text('must be STEP@DIGEST, as a divergence names it', /^[\d.]+@\w+$/),
      takes: 'STEP@DIGEST',
      about: 'Go on with the step that diverged. Only for one flow.',
    },
    shardAll: { schema: onOrOff(), default: false, about: 'Perform each flow on each device.' },
    shardSplit: {
      schema: onOrOff(),
      default: false,
      about: 'Share the flows out among the devices. This is the default with several.',
    },
    watch: {
      schema: onOrOff(),
      default: false,
      about: 'Stay, and perform flows again when their files change.',
    },
  },
  async run(context) {
    const options = ownOptions(context);
    const flows = await flowsOf(context, options);
    const tools = await openTools(context, options);
    try {
      const code = await runOnce(context, { options, flows, tools });
      if (!options.watch) return code;
      const { watchFlows } = await import('../test/watch.ts');
      const again = (changed: readonly Flow[]) => runOnce(context, { options, flows: changed, tools });
      return await watchFlows(context, { read: () => flowsOf(context, options), again, code });
    } finally {
      await tools.close();
    }
  },
};

function tag() {
  return text('must be a tag', /\S/);
}

type Options = ReturnType<typeof ownOptions>;

/** The command's flags with their types; `checked` has seen them. */
function ownOptions({ own, words, config }: CommandContext) {
  const list = (name: string): readonly string[] => {
    const value = own[name];
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  };
  const optional = (name: string) => {
    const value = own[name];
    return typeof value === 'string' ? value : undefined;
  };
  const count = (name: string) => {
    const value = own[name];
    return typeof value === 'number' ? value : undefined;
  };
  const reporter: ReporterName = own.reporter === 'dot' || own.reporter === 'json' ? own.reporter : 'line';
  if (own.shardAll === true && own.shardSplit === true)
    throw new UsageError('--shard-all and --shard-split exclude each other.');
  if (own.video === true && own.report === undefined)
    throw new UsageError('--video: add --report FOLDER, which the films go to.');
  if (own.from !== undefined && words.length !== 1)
    throw new UsageError('--from: name the one flow to go on with.');
  if (config.farm.length > 0 && config.device.length === 0)
    throw new UsageError(
      '--farm: flows are not performed on leased devices yet, so none was leased. Name devices of this computer with --device, ' +
        'or run handeye test on the host of the farm.',
    );
  return {
    reporter,
    junit: optional('junit'),
    report: optional('report'),
    keep: count('keep') ?? 20,
    video: own.video === true,
    retries: count('retries') ?? 0,
    failFast: own.failFast === true,
    timeout: count('timeout'),
    includeTags: list('includeTags'),
    excludeTags: list('excludeTags'),
    env: variables(list('env')),
    allowHttp: list('allowHttp'),
    heal: own.heal === true,
    acceptHealed: own.acceptHealed === true,
    from: optional('from'),
    shard: own.shardAll === true ? ('all' as const) : ('split' as const),
    watch: own.watch === true,
  };
}

/** Lists are split at commas. A part without a name belongs to the value before it. */
function variables(parts: readonly string[]): Readonly<Record<string, string>> {
  const env: Record<string, string> = {};
  let last: string | undefined;
  for (const part of parts) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(part) ?? [];
    if (name !== undefined && value !== undefined) env[(last = name)] = value;
    else if (last === undefined) throw new UsageError(`--env: must be NAME=VALUE, got: ${part}`);
    else env[last] = `${env[last] ?? ''},${part}`;
  }
  return env;
}

async function flowsOf(
  { words, config, environment }: CommandContext,
  { includeTags, excludeTags, env }: Options,
): Promise<readonly Flow[]> {
  const [{ flowsToRun }, { FlowFileError }, { readFlow }] = await Promise.all([
    import('@handeye/flows/file/folder'),
    import('@handeye/flows/file/problem'),
    import('@handeye/flows/file/read'),
  ]);
  // Reports name a file as it lies below the current folder.
  const named = (words.length > 0 ? words : [config.flows ?? 'flows']).map((word) =>
    shortPath(resolve(environment.cwd, word)),
  );
  try {
    const files = flowsToRun(named, { include: includeTags, exclude: excludeTags });
    if (files.length === 0) throw new UsageError(`No flow in ${named.join(', ')} fits.`);
    const media = { folder: config.files && resolve(environment.cwd, config.files) };
    return files.map((file) => readFlow(file, { env, media }));
  } catch (error) {
    if (error instanceof FlowFileError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function shortPath(file: string): string {
  const below = relative(process.cwd(), file);
  return below.startsWith('..') ? file : below || '.';
}

/** A device of its own for this run: a running server's belongs to its clients. */
function openTools(
  { services, config, log, folder, environment }: CommandContext,
  options: Options,
): Promise<OpenTools> {
  // Films go to the folder for files. Without one, the report's takes them.
  const files = config.files ?? (options.video ? options.report : undefined);
  const needed = { ...config, farm: [], toolset: [...TOOLSETS], toolPrefix: '', readOnly: false };
  return services.openTools(
    { ...needed, ...(files !== undefined && { files: resolve(environment.cwd, files) }) },
    { log, folder, version: environment.version },
  );
}

interface Run {
  readonly options: Options;
  readonly flows: readonly Flow[];
  readonly tools: OpenTools;
}

async function runOnce(context: CommandContext, { options, flows, tools }: Run): Promise<number> {
  const [{ runSuite }, { exitCode }, { progress }] = await Promise.all([
    import('@handeye/flows/suite/suite'),
    import('@handeye/flows/suite/outcome'),
    import('@handeye/flows/report/progress'),
  ]);
  const { stdout, stopped, env } = context.environment;
  const isTerminal = stdout.isTTY === true;
  const shown = progress(
    options.reporter,
    {
      isTerminal,
      hasColour: isTerminal && (env.NO_COLOR ?? '') === '',
      columns: stdout.columns ?? 80,
      write: (text) => stdout.write(text),
    },
    options,
  );
  const result = await runSuite(flows, {
    performers: await performersOf(context, { options, tools }),
    shard: options.shard,
    retries: options.retries,
    failFast: options.failFast,
    signal: stopped,
    onEvent: (event) => {
      shown.see(event);
    },
  });
  shown.end(result);
  await writeResults(context, options, result);
  return result.outcomes.length === 0 ? exit.failed : exitCode(result, options.acceptHealed);
}

async function performersOf(
  { config }: CommandContext,
  { options, tools: { toolbox } }: Pick<Run, 'options' | 'tools'>,
): Promise<Performer[]> {
  const { onDevice } = await import('@handeye/flows/suite/performers');
  const performing = {
    toolbox,
    client: 'handeye test',
    env: options.env,
    heal: options.heal,
    timeout: options.timeout === undefined ? undefined : options.timeout * 1000,
    allowHttp: options.allowHttp,
    from: options.from,
    keep: options.report === undefined ? undefined : { film: options.video },
  };
  if (config.device.length < 2) return [onDevice(undefined, performing)];
  return config.device.map((device) => onDevice(device, performing));
}

async function writeResults(
  { environment: { cwd }, config, print }: CommandContext,
  options: Options,
  result: SuiteResult,
) {
  if (options.junit !== undefined) {
    const { junit } = await import('@handeye/flows/report/junit');
    await writeFile(resolve(cwd, options.junit), junit(result, options));
  }
  if (options.report === undefined) return;
  const { writeRunReport } = await import('@handeye/flows/report/folder');
  const reports = resolve(cwd, options.report);
  const films = resolve(cwd, config.files ?? options.report);
  const page = await writeRunReport(result, {
    reports,
    keep: options.keep,
    filmAt: (film) => join(films, film),
  });
  if (options.reporter !== 'json') print(`Report: ${page}`);
}
