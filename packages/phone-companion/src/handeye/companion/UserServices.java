package handeye.companion;

import android.os.Build;
import java.util.ArrayList;
import java.util.List;

/**
 * The user's own accessibility services. Up to API 23 UiAutomation unbinds them, and they stay unbound after it; since 24 a
 * flag keeps them.
 */
final class UserServices {
    private static final String NAMES = "enabled_accessibility_services";
    private static final int LAST_WITHOUT_FLAG = 23;

    private UserServices() {}

    static List<String> atRisk() throws Exception {
        List<String> names = new ArrayList<String>();
        if (Build.VERSION.SDK_INT > LAST_WITHOUT_FLAG) return names;
        if (!"1".equals(Settings.get("secure", "accessibility_enabled"))) return names;
        String value = Settings.get("secure", NAMES);
        if (value == null) return names;
        for (String name : value.split(":")) {
            if (name.length() > 0) names.add(name);
        }
        return names;
    }

    static String value() throws Exception {
        return Settings.get("secure", NAMES);
    }

    /** The setting still names them; they are bound again only when it changes. */
    static void bindAgain(String value) throws Exception {
        Settings.put("secure", NAMES, "");
        Settings.put("secure", NAMES, value);
        Settings.put("secure", "accessibility_enabled", "1");
    }
}
