package handeye.companion;

import android.os.Build;
import android.os.Bundle;
import android.os.SystemClock;
import android.view.accessibility.AccessibilityNodeInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Accessibility actions on nodes of a look, and on the whole device. */
final class Act {
    /** android.view.accessibility.action.ARGUMENT_PROGRESS_VALUE and similar names are newer than the API compiled against. */
    private static final String ARGUMENT = "android.view.accessibility.action.ARGUMENT_";
    private static final int SET_PROGRESS = 16908349;
    private static final int SCROLL_TO_POSITION = 16908343;
    private static final long HUNG_MS = 4500;
    private static final int LAST_UNLISTED = 25;
    private static final int MOST_OTHERS = 8;

    private final Connection connection;
    private final Eyes eyes;

    Act(Connection connection, Eyes eyes) {
        this.connection = connection;
        this.eyes = eyes;
    }

    Answer act(Request request) throws Exception {
        // Validates the request before it asks the screen.
        int look = request.needWhole("look");
        List<Seen> all = seen(request);
        int action = action(request.field("action"));
        Bundle arguments = arguments(request, action);
        Judged judged = request.has("judged") ? new Judged(request.object("judged")) : null;
        boolean refuses = request.flag("refuses");
        List<AccessibilityNodeInfo> nodes = new ArrayList<AccessibilityNodeInfo>();
        for (Seen seen : all) nodes.add(eyes.node(look, seen.handle));
        for (int at = 0; at < nodes.size(); at++) mustBeAs(all.get(at), nodes.get(at));
        AccessibilityNodeInfo node = nodes.get(0);
        if (!offers(node, action)) throw Problem.unsupported("the node does not offer this action");
        if (request.isOver()) throw request.over("no");
        Map<String, Object> answer = new LinkedHashMap<String, Object>();
        if (judged != null) {
            connection.clearCache();
            Under there = Under.of(node);
            boolean same = judged.isAs(there);
            answer.put("under", there.describe(same));
            if (!same && refuses) {
                answer.put("changed", true);
                return new Answer(answer, null);
            }
        }
        request.acts();
        long start = SystemClock.uptimeMillis();
        if (node.performAction(action, arguments)) {
            answer.put("way", "action");
            return new Answer(answer, null);
        }
        // After 5 s without an answer Android returns false as well, and the application may still act later.
        if (SystemClock.uptimeMillis() - start >= HUNG_MS) {
            throw new Problem("timeout", "the application does not answer", "maybe");
        }
        throw new Problem("refused", "the application did not perform the action", "no");
    }

    /** A handle of a look, and the node that the host saw under it. */
    private static final class Seen {
        final int handle;
        final Map<?, ?> expected;

        Seen(int handle, Map<?, ?> expected) {
            this.handle = handle;
            this.expected = expected;
        }
    }

    /**
     * The node to act on, then those that must be unchanged with it: a list's row has no text of its own, and its view shows
     * other content after scrolling.
     */
    private static List<Seen> seen(Request request) throws Problem {
        List<Seen> all = new ArrayList<Seen>();
        all.add(new Seen(request.needWhole("h"), NodeText.expected(request.object("expect"), "\"expect\"")));
        if (!request.has("with")) return all;
        List<?> others = request.list("with");
        if (others.size() > MOST_OTHERS) throw Problem.badRequest("\"with\" must be at most " + MOST_OTHERS + " nodes");
        for (Object each : others) {
            Map<?, ?> other = NodeText.expected(Request.object(each, "a node of \"with\""), "a node of \"with\"");
            all.add(new Seen(Request.whole(other.get("h"), "\"h\" of a node of \"with\""), other));
        }
        return all;
    }

    private static void mustBeAs(Seen seen, AccessibilityNodeInfo node) throws Problem {
        if (!node.refresh()) throw Problem.stale("the node is gone, or a part of it");
        if (!NodeText.isAs(seen.expected, node)) throw Problem.stale("the node is another one now, or shows another content");
    }

    private static int action(Object named) throws Problem {
        if (named instanceof Number) return Request.whole(named, "\"action\"");
        if (named instanceof String) return ActionTable.NODE.idOf((String) named);
        throw Problem.badRequest("\"action\" is missing");
    }

    private static Bundle arguments(Request request, int action) throws Problem {
        Bundle arguments = new Bundle();
        if (action == AccessibilityNodeInfo.ACTION_SET_TEXT) {
            arguments.putCharSequence(AccessibilityNodeInfo.ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE, request.needText("text"));
        }
        if (action == AccessibilityNodeInfo.ACTION_SET_SELECTION) {
            int start = request.whole("start", 0);
            arguments.putInt(AccessibilityNodeInfo.ACTION_ARGUMENT_SELECTION_START_INT, start);
            arguments.putInt(AccessibilityNodeInfo.ACTION_ARGUMENT_SELECTION_END_INT, request.whole("end", start));
        }
        if (action == SET_PROGRESS) {
            if (!request.has("value")) throw Problem.badRequest("\"value\" is missing");
            arguments.putFloat(ARGUMENT + "PROGRESS_VALUE", (float) request.number("value", 0));
        }
        if (action == SCROLL_TO_POSITION) {
            arguments.putInt(ARGUMENT + "ROW_INT", request.needWhole("row"));
            arguments.putInt(ARGUMENT + "COLUMN_INT", request.needWhole("column"));
        }
        return arguments;
    }

    private static boolean offers(AccessibilityNodeInfo node, int action) {
        for (AccessibilityNodeInfo.AccessibilityAction offered : node.getActionList()) {
            if (offered.getId() == action) return true;
        }
        // Before Android 8 a field may accept text without listing the action (seen on 5.1); the result then shows whether it
        // did.
        return action == AccessibilityNodeInfo.ACTION_SET_TEXT
            && Build.VERSION.SDK_INT <= LAST_UNLISTED
            && node.isEditable();
    }

    /** The node of a look that was judged. */
    AccessibilityNodeInfo node(Judged judged) throws Problem {
        return eyes.node(judged.look, judged.handle);
    }

    Answer global(Request request, Focus focus) throws Exception {
        String name = request.needText("action");
        int action = ActionTable.GLOBAL.idOf(name);
        if (!focus.mayGoOn()) return focus.answer();
        request.acts();
        if (connection.automation().performGlobalAction(action)) return focus.answer();
        throw new Problem("refused", "Android did not perform " + name, "no");
    }
}
