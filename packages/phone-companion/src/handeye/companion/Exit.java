package handeye.companion;

import java.util.Collections;
import java.util.List;

/** The ways out. Whatever hangs, the process is gone two seconds after the stream ended. */
final class Exit {
    private static final int LIMIT_MS = 1800;

    private static Runnable disconnect;
    private static RestoreFile restoreFile;
    /** What was put back; null until the process begins to leave. */
    private static List<String> restored;

    private Exit() {}

    static synchronized void atExit(RestoreFile file, Runnable disconnecting) {
        restoreFile = file;
        disconnect = disconnecting;
    }

    /** Runtime.halt: System.exit waits for shutdown hooks, and a hung binder call holds those up. */
    private static void haltLater() {
        Thread watchdog = new Thread("watchdog") {
            @Override
            public void run() {
                try {
                    Thread.sleep(LIMIT_MS);
                } catch (InterruptedException e) {
                    // Nobody interrupts it; if somebody does, leaving early is right.
                }
                Runtime.getRuntime().halt(4);
            }
        };
        watchdog.setDaemon(true);
        watchdog.start();
    }

    /**
     * Puts back what was changed and disconnects. Gives the names of what was put back. A broken stream is noticed by
     * whoever reads and whoever writes: the second one waits here, or it would end the process under the first.
     */
    static synchronized List<String> leave() {
        if (restored != null) return restored;
        restored = Collections.emptyList();
        haltLater();
        // Services are bound again only after UiAutomation let go of them (Android 5 and 6): so first the rest, then
        // the disconnection, then the services.
        if (restoreFile != null) restored = restoreFile.putBack(disconnect);
        return restored;
    }

    /** For what cannot go on: the host sees the end of the stream and the reason in stderr. */
    static void now(String why) {
        System.err.println("handeye-companion: " + why);
        leave();
        Runtime.getRuntime().halt(3);
    }

    static void halt() {
        Runtime.getRuntime().halt(0);
    }
}
