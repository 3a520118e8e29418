package handeye.companion;

import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads all windows. */
final class Eyes {
    private static final int MOST_NODES = 5000;
    /** An act may refer to the last two looks. */
    private static final int KEPT_LOOKS = 2;

    private final Connection connection;
    private final WindowReader reader;
    private final Map<Integer, List<AccessibilityNodeInfo>> looks =
        new LinkedHashMap<Integer, List<AccessibilityNodeInfo>>();
    private int lastLook;

    Eyes(Connection connection) {
        this.connection = connection;
        this.reader = new WindowReader(connection);
    }

    /** One reading of the whole screen. */
    static final class Screen {
        final List<Map<String, Object>> windows = new ArrayList<Map<String, Object>>();
        final List<AccessibilityNodeInfo> nodes = new ArrayList<AccessibilityNodeInfo>();
        final List<String> notes = new ArrayList<String>();
        String fingerprint;
    }

    Screen read(Request request, int mostNodes) throws Exception {
        connection.clearCache();
        Screen screen = new Screen();
        StringBuilder facts = new StringBuilder();
        for (AccessibilityWindowInfo window : connection.windows(request, screen.notes)) {
            if (request.isCancelled()) throw request.over("no");
            int room = mostNodes - screen.nodes.size();
            add(screen, facts, reader.read(window, request, screen.nodes.size(), room));
        }
        if (screen.windows.isEmpty()) addActive(screen, facts, request, mostNodes);
        screen.fingerprint = digest(facts);
        return screen;
    }

    private void addActive(Screen screen, StringBuilder facts, Request request, int mostNodes) throws Exception {
        WindowReader.Reading active = reader.readActive(request, mostNodes);
        if (active == null) return;
        note(screen, "active-only");
        add(screen, facts, active);
    }

    private static void add(Screen screen, StringBuilder facts, WindowReader.Reading reading) {
        screen.windows.add(reading.fields);
        for (String name : new String[] {"id", "type", "bounds", "active", "title", "missing"}) {
            facts.append(Json.write(reading.fields.get(name))).append(';');
        }
        if (reading.reread) note(screen, "reread");
        if ("cut".equals(reading.missing)) note(screen, "nodes-cut");
        if (reading.nodes == null) return;
        facts.append(reading.nodes.facts);
        screen.nodes.addAll(reading.nodes.nodes);
        if (reading.nodes.cut) note(screen, "nodes-cut");
    }

    private static void note(Screen screen, String note) {
        if (!screen.notes.contains(note)) screen.notes.add(note);
    }

    private static String digest(CharSequence facts) throws Exception {
        return hex(MessageDigest.getInstance("SHA-1").digest(facts.toString().getBytes("UTF-8")));
    }

    static String hex(byte[] bytes) {
        StringBuilder hex = new StringBuilder();
        for (byte each : bytes) {
            hex.append(Character.forDigit(each >> 4 & 15, 16)).append(Character.forDigit(each & 15, 16));
        }
        return hex.toString();
    }

    static int nodeLimit(Request request) throws Problem {
        int wanted = request.whole("nodes", MOST_NODES);
        if (wanted < 1) throw Problem.badRequest("\"nodes\" must be at least 1");
        return Math.min(wanted, MOST_NODES);
    }

    static int defaultNodeLimit() {
        return MOST_NODES;
    }

    /** Numbers the look, and keeps its nodes for acts if the host asks for that. */
    synchronized int number(Screen screen, boolean keep) {
        lastLook++;
        if (!keep) return lastLook;
        looks.put(lastLook, screen.nodes);
        while (looks.size() > KEPT_LOOKS) looks.remove(looks.keySet().iterator().next());
        return lastLook;
    }

    synchronized AccessibilityNodeInfo node(int look, int handle) throws Problem {
        List<AccessibilityNodeInfo> nodes = looks.get(look);
        if (nodes == null) throw Problem.stale("look " + look + " is not kept any more");
        if (handle < 0 || handle >= nodes.size()) throw Problem.badRequest("look " + look + " has no such handle");
        return nodes.get(handle);
    }
}
