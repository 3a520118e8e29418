import { SECRET_VARIABLE } from '@handeye/core/guard/secrets/secret-lines';
import type { Toolset } from '@handeye/core/tools/frame/defaults';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import type { CommandContext } from './command.ts';
import { toolsetsOf } from './served-toolsets.ts';

interface ToolsInUse {
  readonly toolbox: Toolbox;
  readonly close: () => Promise<void> | void;
}

/** The tools for one command: a running server's, or those of a device that is opened for it. `needs` is one more toolset. */
export async function openTools(context: CommandContext, needs: Toolset | undefined): Promise<ToolsInUse> {
  const { services, config, sources, log, folder, own, environment } = context;
  const { version, stopped: signal } = environment;
  const running =
    own.fresh === true || hasSecrets(environment.env)
      ? { why: own.fresh === true ? '--fresh' : 'its secrets are in the environment' }
      : await services.runningTools({ folder, config, sources, needs, version, signal });
  if ('toolbox' in running) {
    tell(context, `answered by the server at ${running.url}; --fresh opens the device instead`);
    return running;
  }
  tell(context, `opening the device for this call: ${running.why}`);
  const wanted = needs === undefined ? config : { ...config, toolset: [...toolsetsOf(config), needs] };
  // A command ends with its answer, so its settings would be restored at once. `restore` does it later.
  return services.openTools({ ...wanted, keepState: true }, { log, folder, version });
}

/** A running server does not know them. */
function hasSecrets(env: Readonly<Record<string, string | undefined>>): boolean {
  return Object.keys(env).some((name) => name.startsWith(SECRET_VARIABLE));
}

/** For a person at a terminal, or in the log. Scripts that read both streams get only the answer. */
function tell({ environment: { stderr }, log }: CommandContext, line: string): void {
  if (stderr.isTTY === true) stderr.write(`handeye: ${line}\n`);
  else log.info(line);
}
