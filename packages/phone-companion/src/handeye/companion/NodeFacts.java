package handeye.companion;

import android.os.Build;
import android.view.accessibility.AccessibilityNodeInfo;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Facts of nodes that came after API level 21: one table, read by reflection. */
final class NodeFacts {
    /** Field of the protocol, first API level, getter. */
    private static final String[] TEXTS = (""
        + "hint 26 getHintText\n"
        + "error 21 getError\n"
        + "state 30 getStateDescription\n"
        + "pane 28 getPaneTitle\n"
        + "container 34 getContainerTitle\n"
        + "tooltip 28 getTooltipText\n"
        + "supplement 36 getSupplementalDescription\n"
        + "uid 33 getUniqueId\n").split("\n");

    /** Bit of the states, first API level, getter. */
    private static final String[] STATES = (""
        + "0 21 isVisibleToUser\n"
        + "1 21 isEnabled\n"
        + "2 21 isClickable\n"
        + "3 21 isLongClickable\n"
        + "4 21 isFocusable\n"
        + "5 21 isFocused\n"
        + "6 21 isScrollable\n"
        + "7 21 isEditable\n"
        + "8 21 isMultiLine\n"
        + "9 21 isPassword\n"
        + "10 21 isCheckable\n"
        + "11 21 isChecked\n"
        + "12 21 isSelected\n"
        + "13 28 isHeading\n"
        + "14 26 isShowingHintText\n"
        + "15 21 isDismissable\n"
        + "16 21 isContentInvalid\n"
        + "17 21 isAccessibilityFocused\n"
        + "18 24 isImportantForAccessibility\n"
        + "19 23 isContextClickable\n"
        + "20 36 isFieldRequired\n"
        + "21 34 isAccessibilityDataSensitive\n"
        + "22 21 canOpenPopup\n").split("\n");

    private static final int HINT = 0;
    private static final int SHOWING_HINT = 14;
    static final int ACCESSIBILITY_FOCUSED = 1 << 17;

    private static final Method[] TEXT_GETTERS = getters(TEXTS);
    private static final Method[] STATE_GETTERS = getters(STATES);
    private static final Method ORDER = getter(24, "getDrawingOrder");
    private static final Method CHECKED = getter(36, "getChecked");
    private static final Method EXPANDED = getter(36, "getExpandedState");
    private static final Method SOURCE = getter(21, "getSourceNodeId");
    /** getLabeledBy() would ask the application for the node; only its key is needed. */
    private static final Field LABELLED_BY = Hidden.field(AccessibilityNodeInfo.class, "mLabeledById");
    /** Replaces it since 36: an android.util.LongArray, or null. */
    private static final Field LABELS = Hidden.field(AccessibilityNodeInfo.class, "mLabeledByIds");
    /** "No node": Android 5 and 6, later. */
    private static final long NONE = -1;
    private static final long NONE_LATER = 0x7fffffff7fffffffL;

    private NodeFacts() {}

    private static Method getter(int since, String name) {
        if (Build.VERSION.SDK_INT < since) return null;
        return Hidden.method(AccessibilityNodeInfo.class, name);
    }

    private static Method[] getters(String[] table) {
        Method[] getters = new Method[table.length];
        for (int i = 0; i < table.length; i++) {
            String[] words = table[i].split(" ");
            getters[i] = getter(Integer.parseInt(words[1]), words[2]);
        }
        return getters;
    }

    private static Object get(Method getter, AccessibilityNodeInfo node) {
        try {
            return getter == null ? null : getter.invoke(node);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static int number(Method getter, AccessibilityNodeInfo node) {
        Object value = get(getter, node);
        return value instanceof Number ? ((Number) value).intValue() : 0;
    }

    static int states(AccessibilityNodeInfo node) {
        int states = 0;
        for (int i = 0; i < STATES.length; i++) {
            if (Boolean.TRUE.equals(get(STATE_GETTERS[i], node))) states |= 1 << i;
        }
        return states;
    }

    static int count() {
        return TEXTS.length;
    }

    static String name(int i) {
        return TEXTS[i].substring(0, TEXTS[i].indexOf(' '));
    }

    static String text(int i, AccessibilityNodeInfo node) {
        Object value = get(TEXT_GETTERS[i], node);
        return value == null ? null : value.toString();
    }

    /** Since 26 an empty field returns its hint as text. The application's flag counts only if the text equals the hint. */
    static boolean showsHint(AccessibilityNodeInfo node) {
        boolean says = Boolean.TRUE.equals(get(STATE_GETTERS[SHOWING_HINT], node));
        String hint = says ? text(HINT, node) : null;
        return hint != null && hint.contentEquals(String.valueOf(node.getText()));
    }

    static int order(AccessibilityNodeInfo node) {
        return number(ORDER, node);
    }

    static int checked(AccessibilityNodeInfo node) {
        return number(CHECKED, node);
    }

    static int expanded(AccessibilityNodeInfo node) {
        return number(EXPANDED, node);
    }

    static String key(AccessibilityNodeInfo node) {
        Object source = get(SOURCE, node);
        return source == null ? null : node.getWindowId() + ":" + source;
    }

    static String labelledBy(AccessibilityNodeInfo node) {
        try {
            Long id = labelId(node);
            return id == null || id == NONE || id == NONE_LATER ? null : node.getWindowId() + ":" + id;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static Long labelId(AccessibilityNodeInfo node) throws ReflectiveOperationException {
        if (LABELLED_BY != null) return LABELLED_BY.getLong(node);
        Object ids = LABELS == null ? null : LABELS.get(node);
        if (ids == null || Integer.valueOf(0).equals(Hidden.method(ids.getClass(), "size").invoke(ids))) return null;
        return (Long) Hidden.method(ids.getClass(), "get", int.class).invoke(ids, 0);
    }
}
