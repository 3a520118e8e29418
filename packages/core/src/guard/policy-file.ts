import * as z from 'zod';
import { didYouMean } from '../text/did-you-mean.ts';
import { kindNames, type ToolClass, toolClasses } from './act.ts';
import { globMatches } from './globs.ts';
import { type Profile, type ProfileName, profileNames, profiles } from './profiles.ts';
import type { Rule } from './rules.ts';

/** The problems of a policy file, a line each, beginning with the key. */
export class PolicyProblems extends Error {
  override readonly name = 'PolicyProblems';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

const oneOf = (words: readonly string[]) => `must be one of: ${words.join(', ')}`;
const decisions = ['allow', 'ask', 'deny'] as const;
const pattern = z.string({ error: 'must be a text' }).regex(/\S/, { error: 'must not be empty' });

const rule = z.strictObject(
  {
    when: z.strictObject(
      {
        app: pattern.optional(),
        tool: pattern.optional(),
        label: pattern.optional(),
        kind: z.enum(kindNames, { error: oneOf(kindNames) }).optional(),
      },
      { error: objectError },
    ),
    then: z.enum(decisions, { error: oneOf(decisions) }),
    why: pattern.optional(),
  },
  { error: objectError },
);

const policyFile = z.strictObject(
  {
    /** The profile whose rules come behind these. */
    profile: z.enum(profileNames, { error: oneOf(profileNames) }).default('open'),
    rules: z.array(rule, { error: 'must be a list of rules' }),
  },
  { error: objectError },
);

/** Zod's text for unknown keys is kept: it names them. */
function objectError({ code }: { readonly code?: string | undefined }): string | undefined {
  return code === 'unrecognized_keys' ? undefined : 'must be an object';
}

/** The rules of a file and, behind them, those of its profile. */
export interface PolicyInFile extends Profile {
  readonly profile: ProfileName;
}

/** A tool that a rule may mean. */
export interface KnownTool {
  readonly name: string;
  readonly class: ToolClass;
}

/**
 * Reads the text of a policy file. Throws all its problems at once. `tools` are those that a rule may name: a rule that fits no
 * tool would protect nothing.
 */
export function parsePolicy(text: string, tools: readonly KnownTool[]): PolicyInFile {
  const read = policyFile.safeParse(jsonOf(text));
  if (!read.success) throw new PolicyProblems(read.error.issues.flatMap(problemsOf));
  const repeated = repeatedKeys(text).map((path) => `${placeOf(path)}: stands there twice`);
  if (repeated.length > 0) throw new PolicyProblems(repeated);
  const rules = read.data.rules.map(({ when, then, why }, at): Rule => ({
    when,
    then,
    why,
    from: `rule ${at + 1}`,
  }));
  const problems = rules.flatMap((one, at) =>
    toolProblems(one, tools).map((why) => `rules[${at}].when.tool: ${why}`),
  );
  if (problems.length > 0) throw new PolicyProblems(problems);
  const { profile } = read.data;
  const base = profiles[profile];
  return { rules: [...rules, ...base.rules], changedScreen: base.changedScreen, profile };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PolicyProblems([`not valid JSON: ${cause instanceof Error ? cause.message : 'unreadable'}`]);
  }
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
  const where = placeOf(issue.path);
  if (issue.code !== 'unrecognized_keys') return [`${where === '' ? 'the file' : where}: ${issue.message}`];
  const known = knownKeys(issue.path);
  return issue.keys.map(
    (key) => `${where === '' ? '' : `${where}.`}${key}: unknown key${didYouMean(key, known)}`,
  );
}

function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  if (path.length === 0) return Object.keys(policyFile.shape);
  return path.at(-1) === 'when' ? Object.keys(rule.shape.when.shape) : Object.keys(rule.shape);
}

/** `rules[2].when.kind` */
function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

/** A rule must name an existing tool, and its other conditions must be possible for that tool. */
function toolProblems({ when: { tool, app, label, kind } }: Rule, tools: readonly KnownTool[]): string[] {
  if (tool === undefined) return [];
  const isClass = toolClasses.some((one) => one === tool);
  const names = tools.map(({ name }) => name);
  const meant = isClass
    ? [tool]
    : tools.filter(({ name }) => globMatches(tool, name)).map((one) => one.class);
  if (meant.length === 0)
    return [`no tool or class of tools is called '${tool}'${didYouMean(tool, [...toolClasses, ...names])}`];
  const isAll = (one: ToolClass) => meant.every((other) => other === one);
  if (isAll('read') && [app, label, kind].some((part) => part !== undefined))
    return ['reading is judged by the tool alone: leave out app, label and kind'];
  if (isAll('navigate') && kind !== undefined)
    return ['looking around and scrolling press nothing, so they are of no kind: leave out kind'];
  return [];
}

/** An object or a list of a JSON text while it is read. */
interface Open {
  /** The keys of an object so far; undefined in a list. */
  readonly keys: Set<string> | undefined;
  /** The key or the place that is being read. */
  at: string | number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

/** Where keys of a valid JSON text stand a second time in their object: JSON.parse takes the last and says nothing. */
function repeatedKeys(json: string): readonly (readonly (string | number)[])[] {
  const repeated: (string | number)[][] = [];
  const open: Open[] = [];
  let isKeyNext = false;
  for (const [token] of json.matchAll(TOKEN)) {
    const inside = open.at(-1);
    if (token === '{' || token === '[') {
      open.push(token === '{' ? { keys: new Set(), at: '' } : { keys: undefined, at: 0 });
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ',') {
      if (typeof inside?.at === 'number') inside.at += 1;
    } else if (isKeyNext && inside?.keys) {
      inside.at = JSON.parse(token) as string;
      if (inside.keys.has(inside.at)) repeated.push(open.map(({ at }) => at));
      inside.keys.add(inside.at);
    }
    isKeyNext = (token === '{' || token === ',') && open.at(-1)?.keys !== undefined;
  }
  return repeated;
}
