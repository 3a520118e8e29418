package handeye.companion;

import android.graphics.Rect;
import android.os.Build;
import android.os.SystemClock;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads one window on a thread that may hang with its application. */
final class WindowReader {
    private static final long LONGEST_MS = 1500;
    private static final long ROOT_AGAIN_MS = 50;
    private static final long EMPTY_AGAIN_MS = 100;
    private static final int MOST_KNOWN_EMPTY = 256;
    /** Part of the deadline that is reserved for packing and sending the look. */
    private static final long KEPT_MS = 100;

    private static final Method TITLE = since(24, "getTitle");
    private static final Method PICTURE_IN_PICTURE = since(26, "isInPictureInPictureMode");

    private final Connection connection;
    /** Windows of hanging applications: not read again until the thread that reads one returns. */
    private final Map<Integer, Worker.Job<?>> hung = new HashMap<Integer, Worker.Job<?>>();
    private final Set<String> knownEmpty = Collections.synchronizedSet(new HashSet<String>());
    private Worker worker = new Worker("reader");

    WindowReader(Connection connection) {
        this.connection = connection;
    }

    private static Method since(int level, String name) {
        return Build.VERSION.SDK_INT < level ? null : Hidden.method(AccessibilityWindowInfo.class, name);
    }

    /** Fields of the window, and its root if it was readable. */
    static final class Reading {
        final Map<String, Object> fields = new LinkedHashMap<String, Object>();
        NodeWriter nodes;
        String missing;
        boolean reread;
    }

    Reading read(final AccessibilityWindowInfo window, Request request, int firstHandle, int mostNodes)
            throws Exception {
        Reading reading = new Reading();
        describe(window, reading.fields);
        Source source = new Source() {
            @Override
            public AccessibilityNodeInfo root() {
                return window.getRoot();
            }
        };
        readNodes(reading, window.getId(), window.isActive(), source, request, firstHandle, mostNodes);
        return reading;
    }

    /** If getWindows() is empty, the active window is still readable by its root. */
    Reading readActive(Request request, int mostNodes) throws Exception {
        Reading reading = new Reading();
        Source source = new Source() {
            @Override
            public AccessibilityNodeInfo root() {
                return connection.automation().getRootInActiveWindow();
            }
        };
        readNodes(reading, -1, true, source, request, 0, mostNodes);
        if (reading.nodes == null) return null;
        AccessibilityNodeInfo root = reading.nodes.nodes.get(0);
        Rect bounds = new Rect();
        root.getBoundsInScreen(bounds);
        Map<String, Object> rest = new LinkedHashMap<String, Object>(reading.fields);
        reading.fields.clear();
        reading.fields.put("id", root.getWindowId());
        reading.fields.put("type", AccessibilityWindowInfo.TYPE_APPLICATION);
        reading.fields.put("layer", 0);
        reading.fields.put("bounds", list(bounds));
        reading.fields.put("active", true);
        reading.fields.put("focused", true);
        reading.fields.put("display", 0);
        reading.fields.putAll(rest);
        return reading;
    }

    interface Source {
        AccessibilityNodeInfo root();
    }

    private void describe(AccessibilityWindowInfo window, Map<String, Object> fields) throws Exception {
        Rect bounds = new Rect();
        window.getBoundsInScreen(bounds);
        fields.put("id", window.getId());
        fields.put("type", window.getType());
        fields.put("layer", window.getLayer());
        Object title = TITLE == null ? null : TITLE.invoke(window);
        if (title != null && title.toString().length() > 0) fields.put("title", title.toString());
        fields.put("bounds", list(bounds));
        fields.put("active", window.isActive());
        fields.put("focused", window.isFocused());
        fields.put("display", 0);
        boolean pip = PICTURE_IN_PICTURE != null && Boolean.TRUE.equals(PICTURE_IN_PICTURE.invoke(window));
        if (pip) fields.put("pip", true);
    }

    private static List<Object> list(Rect bounds) {
        List<Object> list = new ArrayList<Object>(4);
        list.add(bounds.left);
        list.add(bounds.top);
        list.add(bounds.right);
        list.add(bounds.bottom);
        return list;
    }

    private void readNodes(Reading reading, int id, boolean active, Source source, Request request,
            int firstHandle, int mostNodes) throws Exception {
        long left = request.remaining() - KEPT_MS;
        if (mostNodes <= 0 || left <= 0) {
            reading.missing = "cut";
        } else if (stillHangs(id)) {
            reading.missing = "hung";
        } else {
            Reader job = new Reader(source, active, firstHandle, mostNodes);
            long share = Math.min(LONGEST_MS, Math.min(left, (request.remaining() + KEPT_MS) / 2));
            finish(reading, id, job, worker.run(job, share));
        }
        if (reading.missing != null) reading.fields.put("missing", reading.missing);
    }

    private boolean stillHangs(int id) {
        for (Iterator<Worker.Job<?>> each = hung.values().iterator(); each.hasNext();) {
            if (each.next().isFinished()) each.remove();
        }
        return hung.containsKey(id);
    }

    private void finish(Reading reading, int id, Reader job, boolean finished) throws Exception {
        if (!finished) {
            hung.put(id, job);
            worker = new Worker("reader");
            reading.missing = "hung";
            return;
        }
        NodeWriter nodes = job.result();
        if (nodes == null) {
            reading.missing = "null";
            return;
        }
        CharSequence owner = nodes.nodes.get(0).getPackageName();
        if (owner != null) reading.fields.put("package", owner.toString());
        reading.fields.put("root", new Json.Raw(nodes.json));
        reading.nodes = nodes;
        reading.reread = job.reread;
    }

    private final class Reader extends Worker.Job<NodeWriter> {
        private final Source source;
        private final boolean active;
        private final int firstHandle;
        private final int mostNodes;
        boolean reread;

        Reader(Source source, boolean active, int firstHandle, int mostNodes) {
            this.source = source;
            this.active = active;
            this.firstHandle = firstHandle;
            this.mostNodes = mostNodes;
        }

        @Override
        NodeWriter run() throws Exception {
            NodeWriter nodes = read();
            if (nodes == null && active) {
                SystemClock.sleep(ROOT_AGAIN_MS);
                nodes = read();
            }
            if (nodes == null || !NodeWriter.isLazyEmpty(nodes, knownEmpty)) return nodes;
            SystemClock.sleep(EMPTY_AGAIN_MS);
            connection.clearCache();
            NodeWriter again = read();
            if (again == null) return nodes;
            reread = true;
            // Later looks do not wait for a view that stays empty.
            if (knownEmpty.size() > MOST_KNOWN_EMPTY) knownEmpty.clear();
            knownEmpty.addAll(again.empty);
            return again;
        }

        private NodeWriter read() {
            AccessibilityNodeInfo root = source.root();
            if (root == null) return null;
            NodeWriter writer = new NodeWriter(this, root.getPackageName(), firstHandle, mostNodes);
            writer.write(root);
            return writer;
        }
    }
}
