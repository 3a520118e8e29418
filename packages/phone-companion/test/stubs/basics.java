// The parts of android.os, android.graphics and android.view that the companion uses. See ../README.md for the marks.
//@ file android/os/Build.java
package android.os;

import handeye.companion.World;

public class Build {
    public static class VERSION {
        public static final int SDK_INT = World.sdk();
        public static final String RELEASE = World.text("release", "0");
    }
}
//@ file android/os/SystemClock.java
package android.os;

public final class SystemClock {
    public static long uptimeMillis() { return System.nanoTime() / 1000000; }

    public static void sleep(long ms) {
        handeye.companion.World.sleep(ms);
    }
}
//@ file android/os/Looper.java
package android.os;

public final class Looper {
    private static final ThreadLocal<Looper> mine = new ThreadLocal<Looper>();

    public static Looper myLooper() { return mine.get(); }

    public static void prepare() {
        if (mine.get() != null) throw new RuntimeException("Only one Looper may be created per thread");
        mine.set(new Looper());
    }

    public static void prepareMainLooper() { prepare(); }
}
//@ file android/os/HandlerThread.java
package android.os;

public class HandlerThread extends Thread {
    private final java.util.concurrent.SynchronousQueue<Looper> made = new java.util.concurrent.SynchronousQueue<Looper>();

    public HandlerThread(String name) { super(name); }

    @Override
    public void run() {
        Looper.prepare();
        try {
            made.put(Looper.myLooper());
            sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            return;
        }
    }

    public Looper getLooper() {
        try {
            return made.take();
        } catch (InterruptedException e) {
            return null;
        }
    }
}
//@ file android/os/Process.java
package android.os;

public class Process {
    public static int myPid() { return (int) ProcessHandle.current().pid(); }
    public static int myUid() { return 2000; }
}
//@ file android/os/Bundle.java
package android.os;

import java.util.LinkedHashMap;
import java.util.Map;

public final class Bundle implements Parcelable {
    public final Map<String, Object> map = new LinkedHashMap<String, Object>();

    public void putString(String name, String value) { map.put(name, value); }
    public void putCharSequence(String name, CharSequence value) { map.put(name, value); }
    public void putInt(String name, int value) { map.put(name, value); }
    public void putFloat(String name, float value) { map.put(name, value); }
    public String getString(String name) { return (String) map.get(name); }
    public CharSequence getCharSequence(String name) { return (CharSequence) map.get(name); }
}
//@ file android/os/Parcelable.java
package android.os;

public interface Parcelable {}
//@ file android/os/IBinder.java
package android.os;

public interface IBinder {}
//@ file android/os/Binder.java
package android.os;

public class Binder implements IBinder {}
//@ file android/os/RemoteException.java
package android.os;

public class RemoteException extends Exception {}
//@ file android/os/DeadObjectException.java
package android.os;

public class DeadObjectException extends RemoteException {}
//@ file android/graphics/Rect.java
package android.graphics;

public final class Rect {
    public int left;
    public int top;
    public int right;
    public int bottom;
}
//@ file android/graphics/Bitmap.java
package android.graphics;

import handeye.companion.World;
import java.io.IOException;
import java.io.OutputStream;

public final class Bitmap {
    private final boolean hardware;

    public enum CompressFormat { JPEG, PNG }
    public enum Config {
        ARGB_8888,
        //@ 26-
        HARDWARE,
        //@ all
    }

    private final int width;
    private final int height;

    public Bitmap(boolean hardware) { this(hardware, World.display("width"), World.display("height")); }

    private Bitmap(boolean hardware, int width, int height) {
        this.hardware = hardware;
        this.width = width;
        this.height = height;
    }

    public static Bitmap createScaledBitmap(Bitmap of, int width, int height, boolean filter) {
        return new Bitmap(false, width, height);
    }

    public int getWidth() { return width; }
    public int getHeight() { return height; }
    public void recycle() {}

    public void getPixels(int[] pixels, int offset, int stride, int x, int y, int width, int height) {
        java.util.Arrays.fill(pixels, offset, offset + width, World.text("screenshot", "ok").equals("black") ? 0xff030303 : 0xff040000);
    }

    public Config getConfig() {
        //@ 26-
        if (hardware) return Config.HARDWARE;
        //@ all
        return Config.ARGB_8888;
    }

    public Bitmap copy(Config config, boolean mutable) { return new Bitmap(false); }

    public boolean compress(CompressFormat format, int quality, OutputStream out) {
        if (hardware) throw new IllegalStateException("a hardware bitmap");
        try {
            out.write((format + " " + quality).getBytes("UTF-8"));
        } catch (IOException e) {
            return false;
        }
        return true;
    }
}
//@ file android/view/InputEvent.java
package android.view;

import java.util.Map;

public abstract class InputEvent {
    public abstract Map<String, Object> describe();
}
//@ file android/view/InputDevice.java
package android.view;

public final class InputDevice {}
//@ file android/view/MotionEvent.java
package android.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class MotionEvent extends InputEvent {
    private final Map<String, Object> facts = new LinkedHashMap<String, Object>();

    public static final class PointerProperties {
        public int id;
        public int toolType;
    }

    public static final class PointerCoords {
        public float x;
        public float y;
        public float pressure;
        public float size;
    }

    public static MotionEvent obtain(long downTime, long eventTime, int action, int count, PointerProperties[] properties,
            PointerCoords[] coords, int meta, int buttons, float xPrecision, float yPrecision, int device, int edges,
            int source, int flags) {
        MotionEvent event = new MotionEvent();
        event.facts.put("action", action);
        event.facts.put("source", source);
        event.facts.put("since", eventTime - downTime);
        List<Object> pointers = new ArrayList<Object>();
        for (int i = 0; i < count; i++) {
            if (properties[i].toolType != 1) throw new IllegalArgumentException("not a finger");
            pointers.add(Arrays.<Object>asList(properties[i].id, coords[i].x, coords[i].y));
        }
        event.facts.put("pointers", pointers);
        return event;
    }

    public void recycle() {}

    @Override
    public Map<String, Object> describe() { return facts; }
}
//@ file android/view/KeyEvent.java
package android.view;

import java.util.LinkedHashMap;
import java.util.Map;

public class KeyEvent extends InputEvent {
    private final int action;
    private final int code;
    private final int repeat;
    private final int meta;
    private final int flags;

    public KeyEvent(long down, long time, int action, int code, int repeat, int meta, int device, int scan, int flags,
            int source) {
        this.action = action;
        this.code = code;
        this.repeat = repeat;
        this.meta = meta;
        this.flags = flags;
    }

    public static KeyEvent changeTimeRepeat(KeyEvent event, long time, int repeat) { return event; }

    @Override
    public Map<String, Object> describe() {
        Map<String, Object> facts = new LinkedHashMap<String, Object>();
        facts.put("key", code);
        facts.put("action", action);
        facts.put("meta", meta);
        facts.put("flags", flags);
        if (repeat > 0) facts.put("repeat", repeat);
        return facts;
    }
}
//@ file android/view/KeyCharacterMap.java
package android.view;

public class KeyCharacterMap {
    public static KeyCharacterMap load(int device) { return new KeyCharacterMap(); }

    /** Small letters, digits and space have keys. */
    public KeyEvent[] getEvents(char[] chars) {
        KeyEvent[] events = new KeyEvent[chars.length * 2];
        for (int i = 0; i < chars.length; i++) {
            char c = chars[i];
            int code = c >= 'a' && c <= 'z' ? 29 + c - 'a' : c >= '0' && c <= '9' ? 7 + c - '0' : c == ' ' ? 62 : 0;
            if (code == 0) return null;
            events[2 * i] = new KeyEvent(0, 0, 0, code, 0, 0, -1, 0, 0, 257);
            events[2 * i + 1] = new KeyEvent(0, 0, 1, code, 0, 0, -1, 0, 0, 257);
        }
        return events;
    }
}
//@ file android/net/Uri.java
package android.net;

public abstract class Uri {
    @Override
    public abstract String toString();
}
