package handeye.companion;

import android.os.Process;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes that must be put back, on the phone's disk: the next start after a kill puts them back. An entry is written before
 * its change.
 */
final class RestoreFile {
    private final File file;
    private final List<Map<String, Object>> entries = new ArrayList<Map<String, Object>>();

    /** Set when the process ends, to refuse later changes, which would stay. */
    private boolean closed;

    RestoreFile(String folder) {
        file = new File(folder, "handeye-restore.json");
    }

    /** Puts back the changes of an earlier process. */
    synchronized List<String> recover() {
        if (!file.exists() || ownedByOther()) return new ArrayList<String>();
        for (Object entry : read()) {
            if (isEntry(entry)) entries.add(copy(entry));
        }
        return putBack(null);
    }

    /** True if another living companion has changed something. */
    private boolean ownedByOther() {
        try {
            Map<?, ?> content = (Map<?, ?>) Json.parse(text(file));
            long pid = ((Number) content.get("pid")).longValue();
            if (pid == Process.myPid()) return false;
            return text(new File("/proc/" + pid + "/cmdline")).contains(Main.class.getName());
        } catch (Exception e) {
            return false;
        }
    }

    private List<?> read() {
        try {
            Map<?, ?> content = (Map<?, ?>) Json.parse(text(file));
            Object listed = content.get("entries");
            return listed instanceof List ? (List<?>) listed : new ArrayList<Object>();
        } catch (Exception e) {
            System.err.println("handeye-companion: " + file + ": " + Problem.describe(e));
            return new ArrayList<Object>();
        }
    }

    /** A foreign file must not prevent the companion's start. */
    private static boolean isEntry(Object entry) {
        if (!(entry instanceof Map)) return false;
        Object name = ((Map<?, ?>) entry).get("name");
        Object was = ((Map<?, ?>) entry).get("was");
        if ("rotation".equals(name)) return was instanceof Number;
        boolean known = "services".equals(name) || name instanceof String && ((String) name).indexOf('/') > 0;
        return known && (was == null || was instanceof String);
    }

    private static Map<String, Object> copy(Object entry) {
        Map<String, Object> copy = new LinkedHashMap<String, Object>();
        for (Map.Entry<?, ?> field : ((Map<?, ?>) entry).entrySet()) copy.put((String) field.getKey(), field.getValue());
        return copy;
    }

    synchronized void addSetting(String table, String name, String was) throws Exception {
        add(table + "/" + name, was);
    }

    synchronized void addRotation(int was) throws Exception {
        add("rotation", was);
    }

    synchronized void addServices(String was) throws Exception {
        add("services", was);
    }

    /** The first entry of a name counts: after a second change the value to put back must not be the companion's own. */
    private void add(String name, Object was) throws Exception {
        if (closed) throw new Problem("cancelled", "the companion ends", "no");
        if (file.exists() && ownedByOther()) {
            throw new Problem("registered", "another companion runs and has changed something", "no");
        }
        for (Map<String, Object> entry : entries) {
            if (entry.get("name").equals(name)) return;
        }
        Map<String, Object> entry = new LinkedHashMap<String, Object>();
        entry.put("name", name);
        entry.put("was", was);
        entries.add(entry);
        try {
            save();
        } catch (IOException e) {
            entries.remove(entry);
            throw Problem.failed("cannot write what to put back: " + Problem.describe(e));
        }
    }

    private void save() throws IOException {
        Map<String, Object> content = new LinkedHashMap<String, Object>();
        content.put("pid", Process.myPid());
        content.put("entries", entries);
        File fresh = new File(file.getPath() + ".new");
        FileOutputStream out = new FileOutputStream(fresh);
        try {
            out.write(Json.write(content).getBytes("UTF-8"));
            out.getFD().sync();
        } finally {
            out.close();
        }
        if (!fresh.renameTo(file)) throw new IOException("rename of " + fresh);
    }

    /**
     * Puts back the latest change first, and the accessibility services after `disconnect`: before it they would not be bound.
     */
    synchronized List<String> putBack(Runnable disconnect) {
        List<String> restored = new ArrayList<String>();
        List<Map<String, Object>> failed = new ArrayList<Map<String, Object>>();
        for (int i = entries.size() - 1; i >= 0; i--) {
            Map<String, Object> entry = entries.get(i);
            if (!entry.get("name").equals("services") && !putBack(entry, restored)) failed.add(0, entry);
        }
        if (disconnect != null) {
            closed = true;
            disconnect.run();
        }
        for (Map<String, Object> entry : entries) {
            if (entry.get("name").equals("services") && !putBack(entry, restored)) failed.add(entry);
        }
        if (!entries.isEmpty() && failed.isEmpty()) file.delete();
        // Failed entries stay recorded, for the end or for the next start.
        entries.clear();
        entries.addAll(failed);
        return restored;
    }

    private static boolean putBack(Map<String, Object> entry, List<String> restored) {
        String name = (String) entry.get("name");
        Object was = entry.get("was");
        try {
            if (name.equals("rotation")) Rotation.set(((Number) was).intValue());
            else if (name.equals("services")) UserServices.bindAgain((String) was);
            else Settings.put(name.substring(0, name.indexOf('/')), name.substring(name.indexOf('/') + 1), (String) was);
            restored.add(name);
            return true;
        } catch (Exception e) {
            System.err.println("handeye-companion: put back " + name + ": " + Problem.describe(e));
            return false;
        }
    }

    private static String text(File file) throws IOException {
        InputStream in = new FileInputStream(file);
        try {
            byte[] bytes = new byte[4096];
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int n = in.read(bytes); n > 0; n = in.read(bytes)) all.write(bytes, 0, n);
            return all.toString("UTF-8");
        } finally {
            in.close();
        }
    }
}
