import type { Process } from '../../kernel/process.ts';
import type { ServiceContext, ServiceFactory } from './context.ts';
import { bareProgram, packetProgram } from './program.ts';

/** `abb:package\0install\0…`: `cmd package install …` without the shell, over the shell protocol. */
export const abb: ServiceFactory = (request, context) => {
  const start = command(request, context);
  return start && packetProgram(() => withPlainFailure(start()));
};

/** `abb_exec:`: the same over bare bytes. `adb install` streams the APK into it. */
export const abbExec: ServiceFactory = (request, context) => {
  const start = command(request, context);
  return start && bareProgram(start);
};

/** The binder bridge came with Android 10. It skips empty arguments. */
function command(request: string, { device }: ServiceContext): (() => Process) | undefined {
  if (device.release < 12) return undefined;
  return () => device.execute(['cmd', ...request.split('\0').filter((word) => word !== '')]);
}

/** The bridge runs the command in its own thread and reports every failure as 1. */
function withPlainFailure(process: Process): Process {
  return { ...process, exit: process.exit.then((code) => (code === 0 ? 0 : 1)) };
}
