/** Faults that tests and `--fault` set, as data. */
export interface Faults {
  /** Every window is secure: screenshots are black. */
  secureWindows: boolean;
  /** Milliseconds between endless accessibility events; 0 for none. */
  endlessEventsMs: number;
  /** Packages whose windows take no input; after five seconds the phone shows a dialog. */
  readonly notResponding: Set<string>;
  /** Milliseconds by which each Java program (input, wm, uiautomator, …) starts later. */
  javaStartMs: number;
  /** Programs may not inject touches and keys, as on some makers' phones until a developer option is on. */
  injectionDenied: boolean;
  /** No window can be read. */
  noRoot: boolean;
}

export function noFaults(): Faults {
  return {
    secureWindows: false,
    endlessEventsMs: 0,
    notResponding: new Set(),
    javaStartMs: 0,
    injectionDenied: false,
    noRoot: false,
  };
}
