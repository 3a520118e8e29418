import type { Rooms } from './rooms.ts';

const missing = (what: string) => () => Promise.reject(new Error(`${what} is not connected yet.`));

/** The rooms of the house, each loaded when a command first needs it: what is not used costs no start-up time. */
export const rooms: Rooms = {
  openTools: missing('openTools'),
  devices: missing('devices'),
  keptToken: missing('keptToken'),
  startHttp: missing('startHttp'),
  serveStdio: missing('serveStdio'),
};
