package handeye.companion;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.UiAutomation;
import android.os.Build;
import android.os.HandlerThread;
import android.os.SystemClock;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The connection to the accessibility service, and the list of windows. */
final class Connection {
    /** connect() itself gives up after 5 s; this is for a phone where it does not. */
    private static final long CONNECT_MS = 8000;
    private static final long CURE_MS = 400;
    private static final long CURE_AGAIN_MS = 60000;

    private final UiAutomation automation;
    /** Time of the last attempt to restore missing windows. A full-screen app can also hide windows of the system. */
    private long curedAt = -CURE_AGAIN_MS;

    private Connection(UiAutomation automation) {
        this.automation = automation;
    }

    UiAutomation automation() {
        return automation;
    }

    static Connection open(final UiAutomation.OnAccessibilityEventListener ears) throws Exception {
        // A separate looper: callbacks and requests must not wait for each other.
        final HandlerThread thread = new HandlerThread("automation");
        thread.setDaemon(true);
        thread.start();
        final Object connection = Variants.call("automation.connection", null);
        final UiAutomation automation =
            (UiAutomation) Variants.call("automation", null, "looper", thread.getLooper(), "connection", connection);
        Worker worker = new Worker("connect");
        Worker.Job<Void> job = new Worker.Job<Void>() {
            @Override
            public Void run() throws Exception {
                Variants.call("automation.connect", automation);
                // Since 31 this throws before the connection is made.
                automation.setOnAccessibilityEventListener(ears);
                return null;
            }
        };
        if (!worker.run(job, CONNECT_MS)) throw Problem.failed("UiAutomation did not connect within 8 s");
        worker.end();
        job.result();
        Connection made = new Connection(automation);
        made.setInteractiveWindows(true);
        return made;
    }

    /**
     * UiAutomationConnection stores the rotation when it connects and restores it when it disconnects. A lock becomes one to
     * the rotation at that moment (an app may have turned the screen), and a later choice of the user is lost.
     */
    void close() {
        Integer rotation = rotation();
        try {
            Variants.call("automation.disconnect", automation);
            if (rotation != null && !rotation.equals(rotation())) Rotation.set(rotation);
        } catch (Exception e) {
            System.err.println("handeye-companion: disconnect: " + Problem.describe(e));
        }
    }

    private static Integer rotation() {
        try {
            return Rotation.current();
        } catch (Exception e) {
            return null;
        }
    }

    private void setInteractiveWindows(boolean on) {
        AccessibilityServiceInfo info = automation.getServiceInfo();
        if (info == null) return;
        int flag = AccessibilityServiceInfo.FLAG_RETRIEVE_INTERACTIVE_WINDOWS;
        info.flags = on ? info.flags | flag : info.flags & ~flag;
        automation.setServiceInfo(info);
    }

    /**
     * Compose and web views send no events to UiAutomation, so the cache does not notice their changes. Before clearCache() of
     * API 34, setting the service's info empties it.
     */
    void clearCache() throws Exception {
        if (Build.VERSION.SDK_INT >= 34 && Variants.has("automation.clearCache", automation)) {
            Variants.call("automation.clearCache", automation);
            return;
        }
        AccessibilityServiceInfo info = automation.getServiceInfo();
        if (info != null) automation.setServiceInfo(info);
    }

    /**
     * The windows of the default display from the top layer down. In about one of ten starts on Android 5.1 the system's
     * windows are missing for good; removing the flag and setting it again restores them.
     */
    List<AccessibilityWindowInfo> windows(Request request, List<String> notes) throws Problem {
        List<AccessibilityWindowInfo> windows = sortedWindows();
        if (hasSystemWindow(windows) || SystemClock.uptimeMillis() - curedAt < CURE_AGAIN_MS) return windows;
        int before = windows.size();
        curedAt = SystemClock.uptimeMillis();
        setInteractiveWindows(false);
        setInteractiveWindows(true);
        // The system handles the flag a moment later.
        long end = SystemClock.uptimeMillis() + Math.min(CURE_MS, Math.max(0, request.remaining() / 4));
        do {
            windows = sortedWindows();
            if (hasSystemWindow(windows)) break;
            request.pause(20);
        } while (SystemClock.uptimeMillis() < end);
        if (windows.size() > before) notes.add("windows-cured");
        return windows;
    }

    /** The same as they are in this moment: nothing is waited for. */
    List<AccessibilityWindowInfo> windowsNow() throws Exception {
        clearCache();
        return sortedWindows();
    }

    private static boolean hasSystemWindow(List<AccessibilityWindowInfo> windows) {
        for (AccessibilityWindowInfo window : windows) {
            if (window.getType() == AccessibilityWindowInfo.TYPE_SYSTEM) return true;
        }
        return false;
    }

    private List<AccessibilityWindowInfo> sortedWindows() {
        List<AccessibilityWindowInfo> given = automation.getWindows();
        List<AccessibilityWindowInfo> windows = new ArrayList<AccessibilityWindowInfo>();
        if (given != null) windows.addAll(given);
        windows.removeAll(Collections.singleton(null));
        Collections.sort(windows, new Comparator<AccessibilityWindowInfo>() {
            @Override
            public int compare(AccessibilityWindowInfo one, AccessibilityWindowInfo other) {
                return other.getLayer() < one.getLayer() ? -1 : other.getLayer() > one.getLayer() ? 1 : 0;
            }
        });
        return windows;
    }
}
