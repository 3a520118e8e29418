package handeye.companion;

import android.os.Binder;
import android.os.Build;
import android.os.Bundle;
import android.os.Process;
import java.lang.reflect.Constructor;

/** The settings, by the provider's own methods: a ContentResolver needs an application. */
final class Settings {
    private Settings() {}

    static String get(String table, String name) throws Exception {
        Bundle answer = (Bundle) call("GET_" + table, name, new Bundle());
        return answer == null ? null : answer.getString("value");
    }

    /** A null value deletes the setting from its readers' point of view. */
    static void put(String table, String name, String value) throws Exception {
        Bundle extras = new Bundle();
        extras.putString("value", value);
        call("PUT_" + table, name, extras);
    }

    private static Object call(String method, String name, Bundle extras) throws Exception {
        extras.putInt("_user", 0);
        Object manager = Variants.call("activity.service", null);
        Object token = new Binder();
        Object holder = Variants.call("provider", manager, "token", token, "tag", "handeye");
        if (holder == null) throw Problem.failed("there is no settings provider");
        Object provider = Hidden.get(holder, "provider");
        try {
            return Variants.call("provider.call", provider, "method", method, "argument", name, "extras", extras,
                "source", source());
        } finally {
            if (Variants.has("provider.release", manager)) Variants.call("provider.release", manager, "token", token);
        }
    }

    /** The caller's identity, since API 31. */
    private static Object source() throws Exception {
        if (Build.VERSION.SDK_INT < 31) return null;
        Class<?> type = Hidden.type("android.content.AttributionSource$Builder");
        if (type == null) return null;
        Constructor<?> constructor = type.getDeclaredConstructor(int.class);
        Object builder = constructor.newInstance(Process.myUid());
        Hidden.method(type, "setPackageName", String.class).invoke(builder, "com.android.shell");
        return Hidden.method(type, "build").invoke(builder);
    }

    static String table(Request request) throws Problem {
        String table = request.needText("table");
        if (table.equals("system") || table.equals("secure") || table.equals("global")) return table;
        throw Problem.badRequest("\"table\" is system, secure or global");
    }
}
