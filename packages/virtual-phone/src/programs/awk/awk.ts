/** awk (the "one true awk", on Android since 9). Pipes to and from commands are not supported. */
import { decode, encode } from '../../shell/text.ts';
import { pathOf, tool, ToolError } from '../tool.ts';
import { Awk } from './interpreter.ts';
import { parseAwk } from './parse.ts';
import { unescape } from './tokens.ts';
import { input } from './values.ts';

const USAGE = 'usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]\n';

export const awk = tool(async (task) => {
  const args = [...task.args];
  const programs: string[] = [];
  const settings: (readonly [string, string])[] = [];
  for (let arg = args[0]; arg !== undefined && /^-./.test(arg); arg = args[0]) {
    args.shift();
    if (arg === '--') break;
    if (arg === '--version' || arg === '-version' || arg === '-V') {
      await task.stdout.write(encode(`awk version ${task.system.release === 9 ? '20121220' : '20210215'}\n`));
      return 0;
    }
    const value = arg.length > 2 ? arg.slice(2) : args.shift();
    if (value === undefined) throw new ToolError(`no argument for ${arg}`, 2);
    if (arg.startsWith('-F')) settings.push(['FS', value === 't' ? '\t' : value]);
    else if (arg.startsWith('-v')) settings.push(assignmentOf(value));
    else if (arg.startsWith('-f')) programs.push(decode(task.system.files.read(pathOf(task, value))));
    else throw new ToolError(`unknown option ${arg} ignored`, 2);
  }
  const source = programs.length > 0 ? programs.join('\n') : args.shift();
  if (source === undefined) {
    await task.stderr.write(encode(USAGE));
    return 1;
  }
  const interpreter = new Awk(task, parseAwk(source));
  for (const [name, value] of settings) interpreter.assignVariable(name, input(unescape(value)));
  for (const [name, value] of task.env) interpreter.array('ENVIRON').set(name, input(value));
  for (const [at, arg] of ['awk', ...args].entries()) interpreter.array('ARGV').set(String(at), input(arg));
  interpreter.assignVariable('ARGC', args.length + 1);
  return interpreter.run(args);
});

function assignmentOf(text: string): readonly [string, string] {
  const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new ToolError(`invalid -v argument ${text}`, 2);
  return [name, value];
}
