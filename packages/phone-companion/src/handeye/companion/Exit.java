package handeye.companion;

import java.util.Collections;
import java.util.List;

/** The ways out. The process is gone two seconds after the end of the stream, even if a call hangs. */
final class Exit {
    private static final int LIMIT_MS = 1800;

    private static Runnable disconnect;
    private static RestoreFile restoreFile;
    /** The names of what was put back; null before that. */
    private static List<String> restored;

    private Exit() {}

    static synchronized void atExit(RestoreFile file, Runnable disconnecting) {
        restoreFile = file;
        disconnect = disconnecting;
    }

    /** Runtime.halt: System.exit waits for shutdown hooks, which a hung binder call delays. */
    private static void haltLater() {
        Thread watchdog = new Thread("watchdog") {
            @Override
            public void run() {
                try {
                    Thread.sleep(LIMIT_MS);
                } catch (InterruptedException e) {
                    // Nothing interrupts it; if something did, leaving early would be right.
                }
                Runtime.getRuntime().halt(4);
            }
        };
        watchdog.setDaemon(true);
        watchdog.start();
    }

    /**
     * Puts back all changes, disconnects and returns the names of what was put back. Both the reader and the writer notice a
     * broken stream: the second one waits here, or it would end the process during the first one's work.
     */
    static synchronized List<String> leave() {
        if (restored != null) return restored;
        restored = Collections.emptyList();
        haltLater();
        // Services are bound again only after UiAutomation is released (Android 5 and 6). The order is: everything else, the
        // disconnection, the services.
        if (restoreFile != null) restored = restoreFile.putBack(disconnect);
        return restored;
    }

    /** Ends the process on a fatal error: the host sees the end of the stream and the reason in stderr. */
    static void now(String why) {
        System.err.println("handeye-companion: " + why);
        leave();
        Runtime.getRuntime().halt(3);
    }

    static void halt() {
        Runtime.getRuntime().halt(0);
    }
}
