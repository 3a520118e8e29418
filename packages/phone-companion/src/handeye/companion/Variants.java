package handeye.companion;

import android.os.Build;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Every hidden method whose signature changed from Android 5 to 16, in one table. A row names the API levels of the platform's
 * own signature. The rows of the phone's level are tried first, then the others, because vendors and previews have signatures
 * of other levels.
 */
final class Variants {
    /** Name, first level, last level, class ("-" for the receiver's), method ("new" for a constructor), parameters. */
    private static final String TABLE = ""
        + "automation 21 99 android.app.UiAutomation new looper connection\n"
        + "automation 34 99 android.app.UiAutomation new display looper connection\n"
        + "automation.connection 21 99 android.app.UiAutomationConnection new\n"
        + "automation.connect 21 23 - connect\n"
        // FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES: the user's own services stay bound.
        + "automation.connect 24 99 - connect dontSuppress\n"
        + "automation.disconnect 21 99 - disconnect\n"
        + "automation.clearCache 34 99 - clearCache\n"
        // Since 34 InputManager.getInstance() needs an application, which a bare process does not have.
        + "input.manager 21 33 android.hardware.input.InputManager getInstance\n"
        + "input.manager 34 99 android.hardware.input.InputManagerGlobal getInstance\n"
        + "input.inject 21 99 - injectInputEvent event mode\n"
        + "clipboard.get 21 28 - getPrimaryClip package\n"
        + "clipboard.get 29 32 - getPrimaryClip package user\n"
        + "clipboard.get 33 33 - getPrimaryClip package tag user\n"
        + "clipboard.get 34 99 - getPrimaryClip package tag user device\n"
        + "clipboard.set 21 28 - setPrimaryClip clip package\n"
        + "clipboard.set 29 32 - setPrimaryClip clip package user\n"
        + "clipboard.set 33 33 - setPrimaryClip clip package tag user\n"
        + "clipboard.set 34 99 - setPrimaryClip clip package tag user device\n"
        + "activity.service 21 25 android.app.ActivityManagerNative getDefault\n"
        + "activity.service 26 99 android.app.ActivityManager getService\n"
        + "task.service 21 25 android.app.ActivityManagerNative getDefault\n"
        + "task.service 26 28 android.app.ActivityManager getService\n"
        + "task.service 29 99 android.app.ActivityTaskManager getService\n"
        + "tasks 21 27 - getTasks most flags\n"
        + "tasks 28 30 - getTasks most\n"
        + "tasks 31 32 - getTasks most visibleOnly withExtras\n"
        + "tasks 33 99 - getTasks most visibleOnly withExtras anyDisplay\n"
        + "processes 21 99 - getRunningAppProcesses\n"
        + "provider 21 28 - getContentProviderExternal authority user token\n"
        + "provider 29 99 - getContentProviderExternal authority user token tag\n"
        + "provider.release 21 99 - removeContentProviderExternal authority token\n"
        + "provider.call 21 28 - call package method argument extras\n"
        + "provider.call 29 29 - call package authority method argument extras\n"
        + "provider.call 30 30 - call package tag authority method argument extras\n"
        + "provider.call 31 99 - call source authority method argument extras\n"
        + "display.manager 21 99 android.hardware.display.DisplayManagerGlobal getInstance\n"
        + "display.info 21 99 - getDisplayInfo display\n"
        + "power.interactive 21 99 - isInteractive\n"
        + "configuration.update 21 30 - updatePersistentConfiguration configuration\n"
        + "configuration.update 31 99 - updatePersistentConfigurationWithAttribution configuration package tag\n"
        + "rotation.freeze 21 34 - freezeRotation rotation\n"
        + "rotation.freeze 35 99 - freezeRotation rotation caller\n"
        + "rotation.thaw 21 34 - thawRotation\n"
        + "rotation.thaw 35 99 - thawRotation caller\n";

    /** Parameters: type and default value. Calls run as shell. */
    private static final String PARAMETERS = ""
        + "looper android.os.Looper\n"
        + "connection android.app.IUiAutomationConnection\n"
        + "display int 0\n"
        + "dontSuppress int 1\n"
        + "event android.view.InputEvent\n"
        + "mode int 0\n"
        + "package java.lang.String com.android.shell\n"
        + "tag java.lang.String\n"
        + "user int 0\n"
        + "device int 0\n"
        + "clip android.content.ClipData\n"
        + "most int 1\n"
        + "flags int 0\n"
        + "visibleOnly boolean false\n"
        + "withExtras boolean false\n"
        + "anyDisplay int -1\n"
        + "authority java.lang.String settings\n"
        + "token android.os.IBinder\n"
        + "method java.lang.String\n"
        + "argument java.lang.String\n"
        + "extras android.os.Bundle\n"
        + "source android.content.AttributionSource\n"
        + "configuration android.content.res.Configuration\n"
        + "rotation int 0\n"
        + "caller java.lang.String handeye\n";

    private static final Map<String, Object[]> FOUND = new HashMap<String, Object[]>();

    private Variants() {}

    /** Calls it on a receiver (null for static methods and constructors). `given`: parameter names and values, alternating. */
    static Object call(String what, Object receiver, Object... given) throws Exception {
        String owner = receiver == null ? "" : receiver.getClass().getName();
        Object[] found = find(what, owner, receiver);
        if (found == null) throw Problem.unsupported("this Android has no form of " + what + " that is known");
        String[] names = (String[]) found[1];
        Object[] values = new Object[names.length];
        for (int i = 0; i < names.length; i++) values[i] = valueOf(names[i], given);
        try {
            if (found[0] instanceof Constructor) return ((Constructor<?>) found[0]).newInstance(values);
            return ((Method) found[0]).invoke(receiver, values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception) throw (Exception) e.getCause();
            throw e;
        }
    }

    static boolean has(String what, Object receiver) {
        return find(what, receiver.getClass().getName(), receiver) != null;
    }

    private static synchronized Object[] find(String what, String owner, Object receiver) {
        String key = what + " " + owner;
        if (FOUND.containsKey(key)) return FOUND.get(key);
        Object[] found = search(what, receiver, true);
        if (found == null) found = search(what, receiver, false);
        FOUND.put(key, found);
        return found;
    }

    private static Object[] search(String what, Object receiver, boolean ofThisLevel) {
        for (String row : TABLE.split("\n")) {
            String[] words = row.split(" ");
            if (!words[0].equals(what)) continue;
            int sdk = Build.VERSION.SDK_INT;
            boolean fits = Integer.parseInt(words[1]) <= sdk && sdk <= Integer.parseInt(words[2]);
            if (fits != ofThisLevel) continue;
            String[] names = Arrays.copyOfRange(words, 5, words.length);
            Object member = member(words[3], words[4], names, receiver);
            if (member != null) return new Object[] {member, names};
        }
        return null;
    }

    private static Object member(String owner, String method, String[] names, Object receiver) {
        try {
            Class<?> type = owner.equals("-") ? receiver.getClass() : Class.forName(owner);
            Class<?>[] types = new Class<?>[names.length];
            for (int i = 0; i < names.length; i++) types[i] = typeOf(names[i]);
            if (method.equals("new")) {
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                return constructor;
            }
            return Hidden.method(type, method, types);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static String[] parameter(String name) {
        for (String row : PARAMETERS.split("\n")) {
            String[] words = row.split(" ");
            if (words[0].equals(name)) return words;
        }
        throw new IllegalArgumentException(name);
    }

    private static Class<?> typeOf(String name) throws ClassNotFoundException {
        String type = parameter(name)[1];
        if (type.equals("int")) return int.class;
        return type.equals("boolean") ? boolean.class : Class.forName(type);
    }

    private static Object valueOf(String name, Object[] given) {
        for (int i = 0; i + 1 < given.length; i += 2) {
            if (given[i].equals(name)) return given[i + 1];
        }
        String[] words = parameter(name);
        if (words.length < 3) return null;
        if (words[1].equals("int")) return Integer.valueOf(words[2]);
        return words[1].equals("boolean") ? Boolean.valueOf(words[2]) : words[2];
    }
}
