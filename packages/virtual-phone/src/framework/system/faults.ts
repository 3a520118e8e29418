/** What can be made to go wrong, as data; tests and `--fault` set it. */
export interface Faults {
  /** Every window is secure: screenshots are black. */
  secureWindows: boolean;
  /** Milliseconds between accessibility events that never end; 0 for none. */
  endlessEventsMs: number;
  /** Packages whose windows take no input; after five seconds the phone says so. */
  readonly notResponding: Set<string>;
  /** Milliseconds that each program in Java (input, wm, uiautomator, …) takes longer to start. */
  javaStartMs: number;
  /** Programs may inject no touches and keys: some makers' phones, until a developer option is on. */
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
