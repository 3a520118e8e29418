package handeye.companion;

import android.graphics.Rect;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What lies under a finger: the window that takes the touch, and in it the element that a press goes to. */
final class Under {
    private static final int MOST_TEXTS = 8;
    /** How many nodes are searched for texts: a clickable page can hold thousands. */
    private static final int MOST_SEARCHED = 100;
    private static final int LONGEST_TEXT = 500;
    /** A passive window of this part of the screen (decorations, gesture areas) passes touches on. */
    private static final double LARGE = 0.9;

    final int window;
    private final int type;
    final CharSequence app;
    /** Null if the window cannot be read, or has nothing there. */
    final AccessibilityNodeInfo node;
    final List<String> texts = new ArrayList<String>();
    /** Large windows above that seem to let touches through. One that has just come may take them. */
    final List<Integer> over = new ArrayList<Integer>();
    private int searched;

    private Under(int window, int type, CharSequence app, AccessibilityNodeInfo node) {
        this(window, type, app, node, Collections.<AccessibilityNodeInfo>emptyList());
    }

    /** `drawn`: what is drawn on the element at the point, the topmost last. Its texts are what a person sees there. */
    private Under(int window, int type, CharSequence app, AccessibilityNodeInfo node, List<AccessibilityNodeInfo> drawn) {
        this.window = window;
        this.type = type;
        this.app = app;
        this.node = node;
        for (int i = drawn.size() - 1; i >= 0; i--) addOwn(drawn.get(i));
        if (node != null) addTexts(node);
    }

    /** For an act on a node, wherever it is. */
    static Under of(AccessibilityNodeInfo node) {
        return new Under(node.getWindowId(), 0, node.getPackageName(), node);
    }

    /** The window that gets keys, and the element in it that has the focus, if that is known. */
    static Under focused(AccessibilityWindowInfo window, AccessibilityNodeInfo node) {
        AccessibilityNodeInfo root = window.getRoot();
        return new Under(window.getId(), window.getType(), root == null ? null : root.getPackageName(), node);
    }

    /** Null where no window is. */
    static Under at(double x, double y, List<AccessibilityWindowInfo> fromTheTop, double screenArea) {
        List<Integer> over = new ArrayList<Integer>();
        for (AccessibilityWindowInfo window : fromTheTop) {
            Rect bounds = new Rect();
            window.getBoundsInScreen(bounds);
            if (!contains(bounds, x, y)) continue;
            AccessibilityNodeInfo root = window.getRoot();
            if (root == null) return new Under(window.getId(), window.getType(), null, null).below(over);
            Search search = new Search(x, y);
            search.visit(root);
            if (passes(window, bounds, search, screenArea)) {
                if (window.getType() != AccessibilityWindowInfo.TYPE_INPUT_METHOD) over.add(window.getId());
                continue;
            }
            AccessibilityNodeInfo node = search.taker == null ? search.last : search.taker;
            return new Under(window.getId(), window.getType(), root.getPackageName(), node, search.drawn).below(over);
        }
        return null;
    }

    private Under below(List<Integer> windows) {
        over.addAll(windows);
        return this;
    }

    /** Whether a touch at the point goes to the window below. */
    private static boolean passes(AccessibilityWindowInfo window, Rect bounds, Search search, double screenArea) {
        if (search.taker != null) return false;
        int type = window.getType();
        if (type == AccessibilityWindowInfo.TYPE_APPLICATION) return false;
        // A keyboard reports a window as large as the screen and takes only what its keys cover.
        if (type == AccessibilityWindowInfo.TYPE_INPUT_METHOD) return search.last == null || search.last.getChildCount() > 0;
        double area = (double) (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
        return !window.isActive() && area >= LARGE * screenArea;
    }

    /** The nodes under the point, in drawing order: the last that takes a press, and the last at all. */
    private static final class Search {
        private final double x;
        private final double y;
        AccessibilityNodeInfo taker;
        AccessibilityNodeInfo last;
        /** What is drawn later than the taker: parts of it, or something over it that lets touches through. */
        final List<AccessibilityNodeInfo> drawn = new ArrayList<AccessibilityNodeInfo>();

        Search(double x, double y) {
            this.x = x;
            this.y = y;
        }

        void visit(AccessibilityNodeInfo node) {
            Rect bounds = new Rect();
            node.getBoundsInScreen(bounds);
            if (!node.isVisibleToUser() || !contains(bounds, x, y)) return;
            last = node;
            boolean takes = node.isClickable() || node.isLongClickable() || node.isEditable() || node.isCheckable();
            if (takes) {
                taker = node;
                drawn.clear();
            } else if (taker != null) {
                drawn.add(node);
            }
            for (int i = 0; i < node.getChildCount(); i++) {
                AccessibilityNodeInfo child = node.getChild(i);
                if (child != null) visit(child);
            }
        }
    }

    /** In pre-order. The content of a field is no label. */
    private void addTexts(AccessibilityNodeInfo of) {
        searched++;
        addOwn(of);
        for (int i = 0; i < of.getChildCount() && texts.size() < MOST_TEXTS && searched < MOST_SEARCHED; i++) {
            AccessibilityNodeInfo child = of.getChild(i);
            if (child != null) addTexts(child);
        }
    }

    private void addOwn(AccessibilityNodeInfo of) {
        boolean field = of.isEditable() || of.isPassword();
        if (!field) add(NodeText.shown(of));
        add(NodeText.of(of.getContentDescription()));
    }

    private void add(String text) {
        if (text == null || texts.size() >= MOST_TEXTS) return;
        texts.add(text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text);
    }

    private static boolean contains(Rect bounds, double x, double y) {
        return x >= bounds.left && x < bounds.right && y >= bounds.top && y < bounds.bottom;
    }

    boolean isKeyboard() {
        return type == AccessibilityWindowInfo.TYPE_INPUT_METHOD;
    }

    boolean takesLongPress() {
        return node != null && (node.isLongClickable() || node.isEditable());
    }

    Rect bounds() {
        Rect bounds = new Rect();
        node.getBoundsInScreen(bounds);
        return bounds;
    }

    /** `same`: whether it is what was judged. */
    Map<String, Object> describe(boolean same) {
        Map<String, Object> fields = new LinkedHashMap<String, Object>();
        fields.put("same", same);
        fields.put("window", window);
        if (app != null) fields.put("package", app.toString());
        if (!over.isEmpty()) fields.put("over", over);
        if (node == null) return fields;
        String name = NodeText.of(node.getClassName());
        String resource = NodeText.of(node.getViewIdResourceName());
        if (name != null) fields.put("c", name);
        if (resource != null) fields.put("r", resource);
        Rect bounds = bounds();
        fields.put("b", Arrays.asList(bounds.left, bounds.top, bounds.right, bounds.bottom));
        fields.put("texts", texts);
        return fields;
    }
}
