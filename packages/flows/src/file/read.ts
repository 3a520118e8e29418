import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseAllDocuments,
  Scalar,
  visit,
  type YAMLError,
} from 'yaml';
import { didYouMean } from '@handeye/core/text/did-you-mean';
import { actions, commandForms, refusedCommands } from './commands.ts';
import type { Command, CommandName, Env, Flow, Source } from './flow.ts';
import { readHeader } from './header.ts';
import { FlowFileError, type Problem } from './problem.ts';
import { scalarText, type Reading } from './shapes.ts';

export interface ReadOptions {
  /** The variables that are set from outside. If given, a text with a variable that is not set is refused. */
  readonly env?: Env;
  /** The only folder whose files may be read. */
  readonly within?: string;
  /** The folder that files for the device are sent from. If given, others are refused; all of them if it has none. */
  readonly media?: { readonly folder: string | undefined };
}

/** A flow with what it still needs. */
export interface ReadFlow extends Flow {
  /** Variables that no `env` of its files sets, each with its first use. */
  readonly needs: readonly NeededVariable[];
  /** What Maestro takes in its own way and may be meant otherwise. */
  readonly notes: readonly Problem[];
}

export interface NeededVariable {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Reads a flow and the files that it names. Throws a FlowFileError that says everything that is wrong. */
export function readFlow(file: string, options: ReadOptions = {}): ReadFlow {
  const reader = new FlowReader(options);
  return reader.whole(() => reader.file(file, resolve(file)));
}

/** Reads a text as the flow of this file. */
export function readFlowText(text: string, file: string, options: ReadOptions = {}): ReadFlow {
  const reader = new FlowReader(options);
  return reader.whole(() => reader.text(text, file, resolve(file)));
}

/** The name of a flow that does not say one. */
export function flowNameOf(file: string): string {
  return basename(file).replace(/(\.flow)?\.ya?ml$/, '');
}

/** Is it a file of ours, and not one that Maestro runs, too? */
function isOwnFile(file: string): boolean {
  return /\.flow\.ya?ml$/.test(file);
}

/** Flows are written by hand or by saving a run: a file of this size is something else. */
const LARGEST_FILE = 256 * 1024;
const MOST_FILES = 1000;
/** Of YAML's nodes: about 60 commands, each inside the one before. */
const DEEPEST = 300;
/** More of them say nothing new. */
const MOST_PROBLEMS = 100;

/** These exist in every script. */
const known = new Set(['output', 'maestro', 'http', 'undefined', 'null', 'true', 'false', 'NaN', 'Infinity']);

/** Ends the reading of one command; the problem is noted. */
class Refusal extends Error {}

class FlowReader {
  readonly #options: ReadOptions;
  readonly #problems: Problem[] = [];
  readonly #notes: Problem[] = [];
  readonly #flows = new Map<string, Flow>();
  /** The files that are being read, each named by the one before it. */
  readonly #open: string[] = [];
  readonly #used = new Map<string, NeededVariable>();
  readonly #set = new Set<string>();

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  whole(read: () => Flow): ReadFlow {
    const flow = attempt(read);
    const needs = [...this.#used.values()].filter(
      ({ name }) => !this.#set.has(name) && !known.has(name) && !name.startsWith('MAESTRO_'),
    );
    const { env } = this.#options;
    if (env !== undefined) {
      for (const { name, ...place } of needs.filter((each) => !Object.hasOwn(env, each.name))) {
        const text = `variable ${name} is not set; set it with --env ${name}=VALUE or in env of the header`;
        this.#problems.push({ ...place, text });
      }
    }
    if (flow === undefined || this.#problems.length > 0) throw new FlowFileError(this.#problems);
    return { ...flow, needs, notes: this.#notes };
  }

  file(file: string, path: string): Flow {
    const done = this.#flows.get(path);
    if (done !== undefined) return done;
    const text = this.contents(path, (problem) => this.note(file, 1, 1, problem));
    return this.text(text, file, path);
  }

  text(text: string, file: string, path: string): Flow {
    const lines = new LineCounter();
    const documents = this.#documents(text, file, lines);
    const place = (node: Node) => lines.linePos(node.range?.[0] ?? 0);
    const reading = this.#readingOf(file, path, (node) => {
      const { line, col } = place(node);
      return { file, line, column: col, text: textOf(node, text, col) };
    });
    this.#open.push(path);
    const [headerNode, commandsNode] = documents;
    const header = attempt(() => readHeader(headerNode, flowNameOf(file), reading));
    const commands = attempt(() => reading.commands(commandsNode)) ?? [];
    this.#open.pop();
    if (header === undefined) throw new Refusal();
    const flow = { file, header, commands };
    this.#flows.set(path, flow);
    return flow;
  }

  /** What a file says. `refuse` gets the reason why it cannot be read. */
  contents(path: string, refuse: (problem: string) => never): string {
    const bytes = attemptFile(() => {
      const stat = statSync(path);
      if (!stat.isFile()) return refuse('is not a file');
      if (stat.size > LARGEST_FILE)
        return refuse(`has ${stat.size} bytes; a file of a flow has at most ${LARGEST_FILE}`);
      this.#stayWithin(path, refuse);
      return readFileSync(path);
    });
    if (typeof bytes === 'string') return refuse(bytes);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return refuse('is not text in UTF-8');
    }
  }

  note(file: string, line: number, column: number, text: string): never {
    this.#problems.push({ file, line, column, text });
    if (this.#problems.length >= MOST_PROBLEMS) throw new FlowFileError(this.#problems);
    throw new Refusal(text);
  }

  #stayWithin(path: string, refuse: (problem: string) => never): void {
    if (this.#options.within === undefined) return;
    const way = relative(realpathSync(this.#options.within), realpathSync(path));
    if (way.startsWith('..') || isAbsolute(way)) refuse(`lies outside of ${this.#options.within}`);
  }

  #documents(text: string, file: string, lines: LineCounter): readonly [Node, Node] {
    const all = parseAllDocuments(text, {
      lineCounter: lines,
      prettyErrors: false,
      logLevel: 'silent',
      strict: true,
      uniqueKeys: false,
    });
    const documents: readonly Document.Parsed[] = 'empty' in all ? [] : all;
    const at = (offset: number, problem: string) => {
      const { line, col } = lines.linePos(offset);
      return this.note(file, line, col, problem);
    };
    for (const { errors } of documents)
      for (const error of errors) attempt(() => at(error.pos[0], yamlText(error)));
    if (this.#problems.some((problem) => problem.file === file)) throw new Refusal();
    const filled = documents.flatMap(({ contents }) => (isEmpty(contents) ? [] : [contents]));
    const [header, commands, third] = filled;
    if (header === undefined || commands === undefined)
      return at(
        0,
        'needs two documents: a header as appId: com.example.notes, a line with ---, and a list of commands',
      );
    if (third !== undefined)
      return at(third.range[0], 'a third document; a flow has two: the header and the commands');
    for (const node of [header, commands]) {
      visit(node, {
        Alias: (_, alias) =>
          at(alias.range?.[0] ?? 0, 'aliases (*name) are not allowed; write it out, or use runFlow'),
        Collection: (_, { range }, path) => {
          if (path.length > DEEPEST) at(range?.[0] ?? 0, 'is nested too deep; use runFlow with a file');
        },
      });
    }
    return [header, commands];
  }

  #readingOf(file: string, path: string, sourceOf: (node: Node) => Source): Reading {
    const folder = dirname(path);
    const refuse = (node: Node, text: string) => {
      const { line, column } = sourceOf(node);
      return this.note(file, line, column, text);
    };
    const named = (node: Node, written: string) => {
      if (this.#flows.size > MOST_FILES) refuse(node, `more than ${MOST_FILES} files`);
      return isAbsolute(written) ? written : join(folder, written);
    };
    /** Commands for another platform are never performed, so they are not read. */
    let elsewhere = false;
    const reading: Reading = {
      refuse,
      doubt: (node, problem, maestro) => {
        if (isOwnFile(file)) refuse(node, problem);
        const { line, column } = sourceOf(node);
        this.#notes.push({ file, line, column, text: `${problem}. As in Maestro: ${maestro}` });
      },
      usesVariable: (name, node) => {
        if (this.#used.has(name)) return;
        const { line, column } = sourceOf(node);
        this.#used.set(name, { name, file, line, column });
      },
      setsVariable: (name) => this.#set.add(name),
      commands: (node) => {
        if (elsewhere) return [];
        if (!isSeq<Node>(node))
          return refuse(node, 'needs a list of commands, each with a dash: - tapOn: Save');
        return node.items.flatMap((item) => {
          const before = elsewhere;
          const command = attempt(() => {
            const [name, value] = namedCommand(item, refuse);
            elsewhere = isForOtherPlatform(value);
            return commandOf(name, value, sourceOf(item), reading);
          });
          elsewhere = before;
          return command === undefined ? [] : [command];
        });
      },
      flow: (node, written) => {
        if (elsewhere) return undefined;
        const target = named(node, written);
        const circle = this.#open.indexOf(target);
        if (circle >= 0) {
          const way = [...this.#open.slice(circle), target].map((each) => basename(each)).join(' → ');
          return refuse(node, `runs itself: ${way}`);
        }
        this.#mustBeFile(node, written, target, refuse);
        return this.file(isAbsolute(written) ? written : join(dirname(file), written), target);
      },
      script: (node, written) => {
        if (elsewhere) return '';
        const target = named(node, written);
        this.#mustBeFile(node, written, target, refuse);
        return this.contents(target, (problem) => refuse(node, `${written} ${problem}`));
      },
      existingFile: (node, written) => {
        const target = named(node, written);
        this.#mustBeFile(node, written, target, refuse);
        if (!this.#canBeSent(target))
          refuse(
            node,
            `${written} can only be sent from the folder for files: start with --files ${dirname(target)}`,
          );
        return target;
      },
    };
    return reading;
  }

  #canBeSent(path: string): boolean {
    const { media } = this.#options;
    if (media === undefined) return true;
    const { folder } = media;
    return folder !== undefined && attemptFile(() => realpathSync(folder)) === realpathSync(dirname(path));
  }

  #mustBeFile(node: Node, written: string, path: string, refuse: Reading['refuse']): void {
    const problem = attemptFile(() => (statSync(path).isFile() ? undefined : 'is not a file'));
    if (problem !== undefined)
      refuse(node, `${written} ${problem}; paths are relative to the folder of this file`);
    this.#stayWithin(path, (text) => refuse(node, `${written} ${text}`));
  }
}

/** The value, or undefined if it was refused; the problem is noted. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof Refusal) return undefined;
    throw cause;
  }
}

/** Does something with a file; the reason if the system refuses. */
function attemptFile<T>(work: () => T): T | string {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
    return `cannot be read (${String(code ?? cause)})`;
  }
}

function isEmpty(contents: ParsedNode | null): contents is null {
  return contents === null || (isScalar(contents) && contents.value === null);
}

function yamlText({ code, message }: YAMLError): string {
  if (code === 'TAB_AS_INDENT') return 'a tab in the indentation; use spaces';
  return `is not YAML: ${message.split('\n', 1)[0]}`;
}

/** The text of a node without the indentation that its place gives it. */
function textOf(node: Node, text: string, column: number): string {
  const [start, end] = node.range ?? [0, 0];
  return text
    .slice(start, end)
    .trimEnd()
    .replaceAll(new RegExp(`\\n {1,${Math.max(1, column - 1)}}`, 'g'), '\n');
}

const commandNames = [...Object.keys(commandForms), ...Object.keys(refusedCommands)];

function namedCommand(item: Node, refuse: Reading['refuse']): readonly [CommandName, Node] {
  const alone = scalarText(item);
  if (alone !== undefined) {
    const name = commandNamed(item, alone, refuse);
    if (!commandForms[name].bare) refuse(item, `${name} needs ${commandForms[name].shape.allowed}`);
    return [name, nothingAt(item)];
  }
  if (!isMap<Node, Node | null>(item)) return refuse(item, 'needs a command, as - tapOn: Save');
  const [pair, second] = item.items;
  if (pair === undefined) return refuse(item, 'needs a command, as - tapOn: Save');
  const written = scalarText(pair.key) ?? refuse(pair.key, 'needs the name of a command');
  const old = written === 'action' && pair.value !== null ? scalarText(pair.value) : undefined;
  const name =
    old === undefined ? commandNamed(pair.key, written, refuse) : actionNamed(pair.key, old, refuse);
  if (second !== undefined)
    refuse(
      second.key,
      `a second key beside ${written}; indent it below ${written} if it belongs to it, or give it a dash`,
    );
  const hasValue =
    pair.value !== null && old === undefined && !(isScalar(pair.value) && pair.value.value === null);
  if (hasValue && pair.value !== null) return [name, pair.value];
  if (!commandForms[name].bare) refuse(pair.key, `${name} needs ${commandForms[name].shape.allowed}`);
  return [name, nothingAt(pair.key)];
}

function nothingAt(node: Node): Node {
  const nothing = new Scalar(null);
  nothing.range = node.range ?? null;
  return nothing;
}

function commandNamed(node: Node, written: string, refuse: Reading['refuse']): CommandName {
  const name = written === 'hide keyboard' ? 'hideKeyboard' : written;
  const reason = Object.hasOwn(refusedCommands, name) ? refusedCommands[name] : undefined;
  if (reason !== undefined) return refuse(node, `${name} is not supported: ${reason}`);
  if (isCommandName(name)) return name;
  return refuse(node, `unknown command ${name}${didYouMean(name, commandNames)}`);
}

function actionNamed(node: Node, written: string, refuse: Reading['refuse']): CommandName {
  const name = Object.hasOwn(actions, written) ? actions[written] : undefined;
  return name ?? commandNamed(node, written, refuse);
}

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commandForms, name);
}

function commandOf(name: CommandName, value: Node, source: Source, reading: Reading): Command {
  const body = commandForms[name].shape.read(value, reading);
  // The body was read by the form of this name: TypeScript forgets which it was.
  return { name, ...body, source } as Command;
}

/** Is the command only for iOS or the web? Then nothing of it is ever performed. */
function isForOtherPlatform(value: Node): boolean {
  if (!isMap(value)) return false;
  const platform = value.getIn(['when', 'platform']) ?? value.getIn(['while', 'platform']);
  return typeof platform === 'string' && /^(ios|web)$/i.test(platform);
}
