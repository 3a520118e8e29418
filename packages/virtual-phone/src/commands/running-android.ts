import type { FileSystem } from '../kernel/file-system.ts';
import type { Ports } from '../kernel/ports.ts';
import type { Framework } from '../framework/system/framework.ts';
import type { JavaProgram } from './app-process.ts';
import type { DumpFaults } from './uiautomator/dump-faults.ts';
import type { InstallSessions } from './install-sessions.ts';
import type { Packages } from './pm/packages.ts';
import type { Properties } from './settings/properties.ts';
import type { UiAutomation } from './uiautomator/ui-automation.ts';

/** Modes set by `appops`, by package and operation; lost at the next boot. */
export type AppOpModes = Map<string, Map<string, string>>;

/** The parts of the phone that Android's programs can access, from one boot to the next. */
export interface RunningAndroid {
  readonly framework: Framework;
  readonly files: FileSystem;
  readonly properties: Properties;
  readonly packages: Packages;
  readonly sessions: InstallSessions;
  readonly uiAutomation: UiAutomation;
  /** The ports on which programs on the phone listen. */
  readonly ports: Ports;
  readonly dumpFaults: DumpFaults;
  /** How long the screen must be idle for `uiautomator dump`, and the longest wait for that. */
  readonly idle: { readonly quietMs: number; readonly maxMs: number };
  /** The programs of `app_process`, by class name; passed in, as the phone has no Java. */
  readonly javaPrograms: ReadonlyMap<string, JavaProgram>;
  /** The longest side of a film that the phone's encoder accepts. */
  readonly encoderLimit: number;
  readonly appOps: AppOpModes;
  reboot(reason: string): void;
}
