package handeye.companion;

import android.content.res.Configuration;
import android.os.Build;
import java.lang.reflect.Field;
import java.util.Locale;

/** The system's languages, set as Settings does: the shell holds CHANGE_CONFIGURATION and WRITE_SETTINGS. */
final class Languages {
    private Languages() {}

    /** Language tags separated by commas, the preferred one first; before API 24 only that one counts. */
    static Answer set(Request request) throws Exception {
        String tags = request.needText("tags");
        if (!tags.matches("[A-Za-z0-9-]+(,[A-Za-z0-9-]+)*")) throw Problem.badRequest("\"tags\" are language tags");
        Configuration change = new Configuration();
        // Unset fields stay as they are; before API 24 a new configuration has the font scale 1.
        change.fontScale = 0;
        if (Build.VERSION.SDK_INT >= 24) setAll(change, tags);
        else change.locale = Locale.forLanguageTag(tags.split(",")[0]);
        Field byUser = Hidden.field(Configuration.class, "userSetLocale");
        if (byUser != null) byUser.setBoolean(change, true);
        request.acts();
        Variants.call("configuration.update", Variants.call("activity.service", null), "configuration", change);
        return Answer.empty();
    }

    private static void setAll(Configuration change, String tags) throws Exception {
        Class<?> list = Class.forName("android.os.LocaleList");
        Object locales = Hidden.method(list, "forLanguageTags", String.class).invoke(null, tags);
        Hidden.method(Configuration.class, "setLocales", list).invoke(change, locales);
    }
}
