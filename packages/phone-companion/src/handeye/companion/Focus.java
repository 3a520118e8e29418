package handeye.companion;

import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.LinkedHashMap;
import java.util.Map;

/** Compares what has the focus with what the host judged, right before keys go there. */
final class Focus {
    private final Request request;
    private final Automation automation;
    private final Judged judged;
    private final boolean refuses;
    private Under found;
    private boolean same;

    Focus(Request request, Automation automation) throws Problem {
        this(request, automation, "judged");
    }

    /** `name`: the field of the request that tells what was judged. */
    Focus(Request request, Automation automation, String name) throws Problem {
        this.request = request;
        this.automation = automation;
        judged = request.has(name) ? new Judged(request.object(name)) : null;
        refuses = request.flag("refuses");
        boolean unnamed = judged != null && judged.hasElement() && judged.look == null;
        if (unnamed) throw Problem.badRequest("an element that is judged to have the focus needs \"look\" and \"h\"");
    }

    /** False if something else has the focus, and must not get the keys. */
    boolean mayGoOn() throws Exception {
        if (judged == null || !judged.hasWindow()) return true;
        Reading reading = new Reading(request, automation, refuses);
        try {
            found = reading.read(new Worker.Job<Under>() {
                @Override
                public Under run() throws Exception {
                    return now();
                }
            });
        } finally {
            reading.close();
        }
        same = judged.isAs(found);
        return same || !refuses;
    }

    /** The window with the focus, and the judged element if that has the focus still. */
    private Under now() throws Exception {
        AccessibilityWindowInfo window = null;
        for (AccessibilityWindowInfo each : automation.connection().windowsNow()) {
            if (each.isFocused() || (window == null && each.isActive())) window = each;
            if (each.isFocused()) break;
        }
        if (window == null) return null;
        // By its handle: Compose and web views do not find their focused element when they are asked for it.
        AccessibilityNodeInfo node = judged.hasElement() ? automation.act().node(judged) : null;
        boolean still = node != null && node.refresh() && node.isFocused() && node.getWindowId() == window.getId();
        return Under.focused(window, still ? node : null);
    }

    /** Null if nothing was read. */
    Map<String, Object> describe() {
        return found == null ? null : found.describe(same);
    }

    Answer answer() {
        Map<String, Object> answer = new LinkedHashMap<String, Object>();
        if (found != null) answer.put("under", describe());
        if (judged != null && judged.hasWindow() && refuses && !same) answer.put("changed", true);
        return new Answer(answer, null);
    }
}
