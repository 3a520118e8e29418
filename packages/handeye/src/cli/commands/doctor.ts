import { onOrOff } from '../../config/values.ts';
import { settingNames } from '../../config/settings.ts';
import { type Check, checks, type Finding } from './doctor-checks.ts';
import { type CliCommand, type CommandContext, exit } from '../command.ts';

export const doctor: CliCommand = {
  name: 'doctor',
  about: 'Check what Handeye needs, and say how to fix what is missing.',
  quiet: true,
  settings: settingNames,
  own: { json: { schema: onOrOff(), default: false, about: 'Print JSON.' } },
  async run(context) {
    const examinations = await Promise.all(checks.map((check) => examined(check, context)));
    const findings = examinations.filter((finding) => finding !== undefined);
    const { own, print } = context;
    print(own.json === true ? JSON.stringify(findings, null, 2) : report(findings));
    return findings.some(({ state }) => state === 'broken') ? exit.failed : exit.fine;
  },
};

type Named = Finding & { readonly check: string };

async function examined({ name, look }: Check, context: CommandContext): Promise<Named | undefined> {
  try {
    const finding = await look(context);
    return finding && { check: name, ...finding };
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    return { check: name, state: 'broken', found };
  }
}

const marks = { fine: 'ok   ', note: 'note ', broken: 'FAIL ' } as const;

function report(findings: readonly Named[]): string {
  const lines = findings.flatMap(({ check, state, found, fix }) => [
    `${marks[state]} ${check}: ${found}`,
    ...(fix === undefined ? [] : [`      ${fix}`]),
  ]);
  const broken = findings.filter(({ state }) => state === 'broken').length;
  return [...lines, '', broken === 0 ? 'Handeye can run.' : `Problems to fix first: ${broken}.`].join('\n');
}
