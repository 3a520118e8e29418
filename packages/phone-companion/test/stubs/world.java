// The phone that a test describes in a file, and the log of what was done to it. See ../README.md.
//@ file handeye/companion/World.java
package handeye.companion;

import android.app.ActivityManager;
import android.os.Bundle;
import android.os.DeadObjectException;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** In the companion's package to use its JSON. */
@SuppressWarnings("unchecked")
public final class World {
    private static final Path FILE = Paths.get(System.getenv("HANDEYE_WORLD"));
    private static final Path LOG = Paths.get(System.getenv("HANDEYE_LOG"));
    public static final int SDK = sdk();

    private static String read;
    private static Map<String, Object> world;
    private static final Map<String, Object> changed = new HashMap<String, Object>();
    private static final Map<Object, Integer> counts = new HashMap<Object, Integer>();
    private static Listener listener;

    public interface Listener {
        void event(Map<String, Object> facts);
    }

    /** The test may rewrite the file at any moment, which changes the screen. */
    private static synchronized Map<String, Object> now() {
        try {
            String text = new String(Files.readAllBytes(FILE), "UTF-8");
            if (!text.equals(read)) world = (Map<String, Object>) Json.parse(text);
            read = text;
            return world;
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
    }

    public static int sdk() { return whole(now(), "sdk", 0); }
    public static boolean is(String name) { return Boolean.TRUE.equals(now().get(name)); }

    public static String text(String name, String otherwise) {
        Object value = now().get(name);
        return value == null ? otherwise : value.toString();
    }

    public static int whole(Map<String, Object> facts, String name, int otherwise) {
        Object value = facts.get(name);
        return value == null ? otherwise : ((Number) value).intValue();
    }

    public static List<Object> list(String name) {
        Object value = now().get(name);
        return value == null ? new ArrayList<Object>() : (List<Object>) value;
    }

    public static List<Map<String, Object>> maps(String name) { return (List<Map<String, Object>>) (List<?>) list(name); }
    public static List<Map<String, Object>> windows() { return maps("windows"); }
    public static int display(String name) { return whole((Map<String, Object>) now().get("display"), name, 0); }

    public static List<Map<String, Object>> children(Map<String, Object> node) {
        Object children = node.get("n");
        return children == null ? new ArrayList<Map<String, Object>>() : (List<Map<String, Object>>) children;
    }

    /** `nullRoots`: how many times the root is null at first. `emptyReads`: how many times it has no children. */
    public static synchronized Map<String, Object> root(Map<String, Object> window) {
        Map<String, Object> root = (Map<String, Object>) window.get("root");
        if (root == null || count("null" + window.get("id")) <= whole(window, "nullRoots", 0)) return null;
        if (count("empty" + window.get("id")) > whole(window, "emptyReads", 0)) return root;
        Map<String, Object> bare = new LinkedHashMap<String, Object>(root);
        bare.remove("n");
        return bare;
    }

    private static int count(Object what) {
        int count = counts.containsKey(what) ? counts.get(what) + 1 : 1;
        counts.put(what, count);
        return count;
    }

    public static Map<String, Object> node(String key) {
        for (Map<String, Object> window : windows()) {
            Map<String, Object> root = (Map<String, Object>) window.get("root");
            Map<String, Object> found = root == null ? null : node(root, key);
            if (found != null) return found;
        }
        return null;
    }

    private static Map<String, Object> node(Map<String, Object> at, String key) {
        if (key.equals(at.get("k"))) return at;
        for (Map<String, Object> child : children(at)) {
            Map<String, Object> found = child == null ? null : node(child, key);
            if (found != null) return found;
        }
        return null;
    }

    public static String packageOf(int id) {
        for (Map<String, Object> window : windows()) {
            if (whole(window, "id", -1) == id) return (String) window.get("package");
        }
        return null;
    }

    public static void hangWindow(int id) {
        for (Map<String, Object> window : windows()) {
            if (whole(window, "id", -1) != id) continue;
            if (whole(window, "hangs", 0) > 0) log("hang", "window", id);
            hang(window, "hangs");
        }
    }

    public static void hang(Map<String, Object> facts, String name) {
        int ms = whole(facts, name, 0);
        if (ms > 0) sleep(ms);
    }

    public static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new RuntimeException(e);
        }
    }

    /** Calls of these services fail as after the system's death. */
    public static void dead(String service) throws DeadObjectException {
        if (list("dead").contains(service)) throw new DeadObjectException();
    }

    public static boolean lacksService(String name) { return list("lacks").contains(name); }

    public static List<Object> tasks() {
        List<Object> tasks = new ArrayList<Object>();
        for (Map<String, Object> task : maps("tasks")) {
            boolean focused = Boolean.TRUE.equals(task.get("focused"));
            tasks.add(new ActivityManager.RunningTaskInfo((String) task.get("activity"), focused));
        }
        return tasks;
    }

    public static synchronized boolean isAwake() { return !is("asleep") || changed.containsKey("woken"); }

    public static synchronized String clipboard() {
        return (String) (changed.containsKey("clipboard") ? changed.get("clipboard") : now().get("clipboard"));
    }

    public static synchronized void setClipboard(String text) { changed.put("clipboard", text); }

    /** `input`: "denied", "refused", or "refusedAfter" a number of events. */
    public static synchronized boolean inject(Map<String, Object> event, int mode) {
        if (mode != 0) throw new IllegalArgumentException("waits for the application");
        String how = text("input", "ok");
        if (how.equals("denied")) throw new SecurityException("Injecting to another application requires INJECT_EVENTS permission");
        log("inject", "event", event);
        if (Integer.valueOf(224).equals(event.get("key")) && !is("staysAsleep")) changed.put("woken", true);
        if (how.equals("refused")) return false;
        Object after = now().get("refusedAfter");
        return after == null || count("inject") <= ((Number) after).intValue();
    }

    /** The settings provider's methods. */
    public static synchronized Bundle settings(String owner, String authority, String method, String name, Bundle extras) {
        if (!"com.android.shell".equals(owner) || !authority.equals("settings")) throw new SecurityException(owner);
        if (!Integer.valueOf(0).equals(extras.map.get("_user"))) throw new SecurityException("another user");
        String table = method.substring(4);
        String key = table + "/" + name;
        Bundle answer = new Bundle();
        if (method.startsWith("GET_")) {
            answer.putString("value", setting(table, name));
        } else {
            hang(now(), "hangOnPut");
            if (list("protected").contains(key)) throw new SecurityException("protected");
            log("put", "setting", key, "value", extras.getString("value"));
            changed.put(key, extras.getString("value"));
        }
        return answer;
    }

    /** -1: the screen follows the sensor. */
    public static synchronized void rotate(int rotation) {
        changed.put("system/accelerometer_rotation", rotation < 0 ? "1" : "0");
        if (rotation >= 0) changed.put("system/user_rotation", String.valueOf(rotation));
    }

    public static boolean isRotationFrozen() { return !"1".equals(setting("system", "accelerometer_rotation")); }

    private static synchronized String setting(String table, String name) {
        String key = table + "/" + name;
        Map<String, Object> tables = (Map<String, Object>) now().get("settings");
        Map<String, Object> stored = tables == null ? null : (Map<String, Object>) tables.get(table);
        return (String) (changed.containsKey(key) ? changed.get(key) : stored == null ? null : stored.get(name));
    }

    public static void onEvents(Listener given) { listener = given; }

    /** Events of the file: each once, as soon as it appears there. */
    public static void startEvents() {
        Thread thread = new Thread("events") {
            @Override
            public void run() {
                int sent = 0;
                while (true) {
                    List<Map<String, Object>> events = maps("events");
                    for (; sent < events.size(); sent++) listener.event(events.get(sent));
                    World.sleep(5);
                }
            }
        };
        thread.setDaemon(true);
        thread.start();
    }

    public static synchronized void log(String call, Object... fields) {
        Map<String, Object> line = new LinkedHashMap<String, Object>();
        line.put("call", call);
        for (int i = 0; i < fields.length; i += 2) line.put((String) fields[i], fields[i + 1]);
        try (FileOutputStream out = new FileOutputStream(LOG.toFile(), true)) {
            out.write((Json.write(line) + "\n").getBytes("UTF-8"));
        } catch (java.io.IOException e) {
            throw new RuntimeException(e);
        }
    }
}
