/** What an app throws to crash as a Java program does: with a class, and the methods of its own that it went through. */
export class JavaException extends Error {
  override readonly name = 'JavaException';

  constructor(
    readonly className: string,
    message: string,
    /** The innermost first, as Java prints them: `com.example.Main.load(Main.java:12)`. */
    readonly frames: readonly string[],
  ) {
    super(message);
  }
}

/** Where a message of the main thread is handled, which every trace of it ends with. The lines are those of the release. */
const looper: Readonly<Record<number, readonly string[]>> = {
  5: [
    'android.os.Handler.handleCallback(Handler.java:739)',
    'android.os.Handler.dispatchMessage(Handler.java:95)',
    'android.os.Looper.loop(Looper.java:135)',
    'android.app.ActivityThread.main(ActivityThread.java:5254)',
    'java.lang.reflect.Method.invoke(Native Method)',
    'java.lang.reflect.Method.invoke(Method.java:372)',
    'com.android.internal.os.ZygoteInit$MethodAndArgsCaller.run(ZygoteInit.java:903)',
    'com.android.internal.os.ZygoteInit.main(ZygoteInit.java:698)',
  ],
  9: [
    'android.os.Handler.handleCallback(Handler.java:873)',
    'android.os.Handler.dispatchMessage(Handler.java:99)',
    'android.os.Looper.loop(Looper.java:193)',
    'android.app.ActivityThread.main(ActivityThread.java:6718)',
    'java.lang.reflect.Method.invoke(Native Method)',
    'com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:493)',
    'com.android.internal.os.ZygoteInit.main(ZygoteInit.java:858)',
  ],
  12: [
    'android.os.Handler.handleCallback(Handler.java:938)',
    'android.os.Handler.dispatchMessage(Handler.java:99)',
    'android.os.Looper.loopOnce(Looper.java:201)',
    'android.os.Looper.loop(Looper.java:288)',
    'android.app.ActivityThread.main(ActivityThread.java:7839)',
    'java.lang.reflect.Method.invoke(Native Method)',
    'com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:548)',
    'com.android.internal.os.ZygoteInit.main(ZygoteInit.java:1003)',
  ],
  14: [
    'android.os.Handler.handleCallback(Handler.java:958)',
    'android.os.Handler.dispatchMessage(Handler.java:99)',
    'android.os.Looper.loopOnce(Looper.java:205)',
    'android.os.Looper.loop(Looper.java:294)',
    'android.app.ActivityThread.main(ActivityThread.java:8177)',
    'java.lang.reflect.Method.invoke(Native Method)',
    'com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:552)',
    'com.android.internal.os.ZygoteInit.main(ZygoteInit.java:971)',
  ],
};

/** The main thread's way to where it is, outermost last. */
export function looperFrames(release: number): readonly string[] {
  return looper[release] ?? [];
}

/** The trace that Java prints of an error. `activity` is the class that was in front, for one that names no methods. */
export function javaTrace(error: Error, activity: string, release: number): string {
  const isJava = error instanceof JavaException;
  const simple = activity.slice(activity.lastIndexOf('.') + 1);
  const own = isJava ? error.frames : [`${activity}.onClick(${simple}.java:64)`];
  const head = `${isJava ? error.className : 'java.lang.RuntimeException'}: ${error.message}`;
  return [head, ...[...own, ...looperFrames(release)].map((frame) => `\tat ${frame}`)].join('\n');
}
