package handeye.companion;

import android.content.ComponentName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Size, rotation, whether the screen is on, and the activity on top. */
final class Display {
    private static final int MOST_TASKS = 10;

    private Display() {}

    static Map<String, Object> describe() throws Exception {
        Object manager = Variants.call("display.manager", null);
        Object info = Variants.call("display.info", manager);
        if (info == null) throw Problem.failed("there is no default display");
        Map<String, Object> display = new LinkedHashMap<String, Object>();
        display.put("width", Hidden.number(info, "logicalWidth"));
        display.put("height", Hidden.number(info, "logicalHeight"));
        display.put("rotation", Hidden.number(info, "rotation"));
        display.put("density", Hidden.number(info, "logicalDensityDpi"));
        display.put("awake", isAwake());
        String activity = activity();
        if (activity != null) display.put("activity", activity);
        return display;
    }

    static boolean isAwake() throws Exception {
        Object power = Hidden.service("power", "android.os.IPowerManager");
        return Boolean.TRUE.equals(Variants.call("power.interactive", power));
    }

    /** The task with the focus: the list is in order of use, but a split screen has two tasks on top. */
    private static String activity() {
        try {
            Object service = Variants.call("task.service", null);
            List<?> tasks = (List<?>) Variants.call("tasks", service, "most", MOST_TASKS);
            if (tasks == null || tasks.isEmpty()) return null;
            Object top = tasks.get(0);
            for (Object task : tasks) {
                if (!Boolean.TRUE.equals(Hidden.get(task, "isFocused"))) continue;
                top = task;
                break;
            }
            ComponentName name = (ComponentName) Hidden.get(top, "topActivity");
            return name == null ? null : name.getPackageName() + "/" + name.getClassName();
        } catch (Exception e) {
            if (Problem.isDeadSystem(e)) throw new RuntimeException(e);
            return null;
        }
    }
}
