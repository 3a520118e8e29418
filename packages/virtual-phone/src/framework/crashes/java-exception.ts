/** An exception with a Java class and a stack, for apps that crash as a Java program does. */
export class JavaException extends Error {
  override readonly name = 'JavaException';

  constructor(
    readonly className: string,
    message: string,
    /** Stack frames as Java prints them, innermost first: `com.example.Main.load(Main.java:12)`. */
    readonly frames: readonly string[],
  ) {
    super(message);
  }
}

/** The outer frames of the main thread's message loop, with the line numbers of each release. */
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

/** The main thread's stack, outermost last. */
export function looperFrames(release: number): readonly string[] {
  return looper[release] ?? [];
}

/** The stack trace that Java prints. Without frames of its own, the error gets one in `activity`, the class in front. */
export function javaTrace(error: Error, activity: string, release: number): string {
  const isJava = error instanceof JavaException;
  const simple = activity.slice(activity.lastIndexOf('.') + 1);
  const own = isJava ? error.frames : [`${activity}.onClick(${simple}.java:64)`];
  const head = `${isJava ? error.className : 'java.lang.RuntimeException'}: ${error.message}`;
  return [head, ...[...own, ...looperFrames(release)].map((frame) => `\tat ${frame}`)].join('\n');
}
