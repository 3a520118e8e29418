import type { Process } from '../../kernel/process.ts';
import type { ServiceContext, ServiceFactory } from './context.ts';
import { bareProgram, packetProgram } from './program.ts';

/** `abb:package\0install\0…`: what `cmd package install …` does, past the shell, over the shell protocol. */
export const abb: ServiceFactory = (request, context) => {
  const start = command(request, context);
  return start && packetProgram(start);
};

/** `abb_exec:`: the same over bare bytes. `adb install` streams the APK into it. */
export const abbExec: ServiceFactory = (request, context) => {
  const start = command(request, context);
  return start && bareProgram(start);
};

/** The binder bridge came with Android 10. */
function command(request: string, { machine }: ServiceContext): (() => Process) | undefined {
  if (machine.release < 12) return undefined;
  return () => machine.execute(['cmd', ...request.split('\0')]);
}
