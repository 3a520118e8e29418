import { permissionDenied } from '@handeye/core/device/errors';
import type { Crash, Crashes } from '@handeye/core/device/services/crashes';
import type { FilmFrame, Recorder } from '@handeye/core/device/services/recorder';

const crash: Crash = {
  id: 'k3f2a',
  kind: 'crash',
  app: 'com.example.login',
  time: '2026-11-16 03:15:22',
  reason: 'java.lang.IllegalStateException: The server sent no session',
  frames: [
    'at com.example.login.Session.of(Session.java:31)',
    'at com.example.login.LoginActivity.onAnswer(LoginActivity.java:118)',
  ],
  trace: `Process: com.example.login

java.lang.IllegalStateException: The server sent no session
	at com.example.login.Session.of(Session.java:31)
	at com.example.login.LoginActivity.onAnswer(LoginActivity.java:118)
	at android.os.Handler.handleCallback(Handler.java:958)`,
};

/** A device on which one application has crashed. */
export function scriptedCrashes(crashes: readonly Crash[] = [crash], notes: readonly string[] = []): Crashes {
  return {
    list: ({ packageName }) =>
      Promise.resolve({
        crashes: crashes.filter(({ app }) => packageName === undefined || app === packageName),
        notes,
      }),
    find: (id) => Promise.resolve(crashes.find((one) => one.id === id)),
    latest: () => Promise.resolve(crashes),
  };
}

/** A device whose film has frames of one colour each, one every two seconds. */
export function scriptedRecorder(count = 5): Recorder & { started: number } {
  const frames = Array.from({ length: count }, (_, at): FilmFrame => {
    const data = new Uint8Array(45 * 80 * 3).fill(15 * at);
    return { data, width: 45, height: 80, seconds: 2 * at };
  });
  return {
    started: 0,
    start({ maxSeconds }) {
      if (maxSeconds > 180) throw permissionDenied('too long');
      this.started += 1;
      return Promise.resolve();
    },
    stop: (keep) =>
      keep({
        bytes: Buffer.from('a film'),
        seconds: 2 * count,
        frames,
        began: new Date(2026, 10, 16, 3, 15, 22),
      }),
    close: () => Promise.resolve(),
  };
}
