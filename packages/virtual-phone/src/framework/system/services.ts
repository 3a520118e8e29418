import type { App, Intent, ServiceDefinition } from './app.ts';
import type { Framework } from './framework.ts';

/** A service that runs. */
export interface RunningService {
  readonly package: string;
  /** The full class name. */
  readonly name: string;
  readonly intent: Intent;
  readonly foreground: boolean;
  readonly pid: number;
  readonly startedAt: number;
  readonly starts: number;
}

export type ServiceOutcome = 'started' | 'notFound' | { readonly needsPermission: string };

/** The services of apps: each runs in its app's process and ends with it. */
export class Services {
  private readonly running = new Map<string, RunningService>();

  readonly #phone: Framework;

  constructor(phone: Framework) {
    this.#phone = phone;
    phone.processes.onEnd(({ name }) => {
      for (const service of this.list()) if (service.package === name) this.#end(service);
    });
  }

  list(): readonly RunningService[] {
    return [...this.running.values()];
  }

  /** Starts a service by its component; `holds` says whether the caller holds a permission. */
  start(intent: Intent, holds: (permission: string) => boolean = () => true): ServiceOutcome {
    const found = this.#find(intent.component);
    if (found === undefined) return 'notFound';
    const { app, name, definition } = found;
    if (definition.exported === false)
      return { needsPermission: `not exported from uid ${this.#phone.processes.uidOf(app.package)}` };
    if (definition.permission !== undefined && !holds(definition.permission))
      return { needsPermission: definition.permission };
    const { process } = this.#phone.processes.ensure(app.package);
    const before = this.running.get(keyOf(app.package, name));
    const service: RunningService = {
      package: app.package,
      name,
      intent,
      foreground: definition.foreground === true,
      pid: process.pid,
      startedAt: before?.startedAt ?? this.#phone.clock.now(),
      starts: (before?.starts ?? 0) + 1,
    };
    this.running.set(keyOf(app.package, name), service);
    if (definition.onStart?.(intent, this.#phone) === false) this.#end(service);
    return 'started';
  }

  /** Whether an app may not start services: since Android 8 it has to be in front or to run a foreground service already. */
  isIdle(intent: Intent): boolean {
    const found = this.#find(intent.component);
    if (found === undefined || this.#phone.resumedActivity()?.package === found.app.package) return false;
    return !this.list().some((one) => one.package === found.app.package && one.foreground);
  }

  #end(service: RunningService): void {
    this.running.delete(keyOf(service.package, service.name));
  }

  #find(component = ''): { app: App; name: string; definition: ServiceDefinition } | undefined {
    const [packageName = '', wanted = ''] = component.split('/');
    const app = this.#phone.apps.find((one) => one.package === packageName);
    const name = fullName(packageName, wanted);
    const [, definition] =
      Object.entries(app?.services ?? {}).find(([own]) => fullName(packageName, own) === name) ?? [];
    return app === undefined || definition === undefined ? undefined : { app, name, definition };
  }
}

/** A class's full name: `.Main` is in the package. */
export function fullName(packageName: string, name: string): string {
  return name.startsWith('.') ? packageName + name : name;
}

function keyOf(packageName: string, name: string): string {
  return `${packageName}/${name}`;
}
