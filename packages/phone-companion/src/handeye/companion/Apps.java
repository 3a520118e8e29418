package handeye.companion;

import android.content.Context;
import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.pm.InstrumentationInfo;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.os.Build;
import android.os.Looper;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Labels of the installed applications. They are resources, which need a context. */
final class Apps {
    private Context context;

    Answer labels(Request request) throws Exception {
        Set<Object> wanted = request.has("packages") ? new HashSet<Object>(request.list("packages")) : null;
        PackageManager packages = packages();
        Set<String> launchable = launchable(packages);
        List<Map<String, Object>> apps = new ArrayList<Map<String, Object>>();
        for (ApplicationInfo info : packages.getInstalledApplications(0)) {
            if (request.isOver()) throw request.over("no");
            if (wanted != null && !wanted.contains(info.packageName)) continue;
            Map<String, Object> app = new LinkedHashMap<String, Object>();
            app.put("package", info.packageName);
            app.put("label", String.valueOf(packages.getApplicationLabel(info)));
            app.put("launchable", launchable.contains(info.packageName));
            app.put("system", (info.flags & ApplicationInfo.FLAG_SYSTEM) != 0);
            app.put("enabled", info.enabled);
            apps.add(app);
        }
        return Answer.of("apps", apps);
    }

    private static Set<String> launchable(PackageManager packages) {
        Intent launch = new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_LAUNCHER);
        Set<String> launchable = new HashSet<String>();
        for (ResolveInfo found : packages.queryIntentActivities(launch, 0)) {
            launchable.add(found.activityInfo.packageName);
        }
        return launchable;
    }

    /** Packages whose instrumentation seems to run: if UiAutomation is taken, one of these holds it. */
    List<String> instrumented() {
        List<String> names = new ArrayList<String>();
        try {
            Set<Object> running = new HashSet<Object>();
            Object service = Variants.call("activity.service", null);
            for (Object process : (List<?>) Variants.call("processes", service)) {
                running.add(Hidden.get(process, "processName"));
            }
            for (InstrumentationInfo one : packages().queryInstrumentation(null, 0)) {
                if (running.contains(one.targetPackage)) names.add(one.packageName);
            }
        } catch (Exception e) {
            System.err.println("handeye-companion: instrumentations: " + Problem.describe(e));
        }
        return names;
    }

    private synchronized PackageManager packages() throws Exception {
        if (context == null) context = systemContext();
        return context.getPackageManager();
    }

    /**
     * ActivityThread.systemMain() would make this a system process with all side effects; an instance that was never attached
     * is enough for a context.
     */
    private static Context systemContext() throws Exception {
        if (Looper.myLooper() == null) Looper.prepare();
        Class<?> type = Class.forName("android.app.ActivityThread");
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object thread = constructor.newInstance();
        Hidden.field(type, "sCurrentActivityThread").set(null, thread);
        Field system = Hidden.field(type, "mSystemThread");
        if (system != null) system.set(thread, true);
        if (Build.VERSION.SDK_INT >= 31) addConfiguration(type, thread);
        return (Context) Hidden.method(type, "getSystemContext").invoke(thread);
    }

    /** Since 31 an ActivityThread gets its configuration controller only when it is attached. */
    private static void addConfiguration(Class<?> type, Object thread) throws Exception {
        Class<?> controller = Hidden.type("android.app.ConfigurationController");
        Class<?> inside = Hidden.type("android.app.ActivityThreadInternal");
        Field field = Hidden.field(type, "mConfigurationController");
        if (controller == null || inside == null || field == null || field.get(thread) != null) return;
        Constructor<?> constructor = controller.getDeclaredConstructor(inside);
        constructor.setAccessible(true);
        field.set(thread, constructor.newInstance(thread));
    }
}
