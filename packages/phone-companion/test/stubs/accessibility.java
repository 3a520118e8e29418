// Android's accessibility classes for tests on a desktop JVM. See ../README.md for the marks.
//@ file android/view/accessibility/AccessibilityNodeInfo.java
package android.view.accessibility;

import android.graphics.Rect;
import android.os.Bundle;
import handeye.companion.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public class AccessibilityNodeInfo {
    private final int windowId;
    private Map<String, Object> facts;
    //@ 21-35
    private long mLabeledById = World.SDK < 24 ? -1 : 0x7fffffff7fffffffL;
    //@ 36-
    private LongArray mLabeledByIds;

    public static class LongArray {
        private final long value;

        LongArray(long value) { this.value = value; }
        public int size() { return 1; }
        public long get(int i) { return value; }
    }
    //@ all

    public AccessibilityNodeInfo(int windowId, Map<String, Object> facts) {
        this.windowId = windowId;
        this.facts = facts;
        String label = (String) facts.get("label");
        if (label != null) labelled(Long.parseLong(label.substring(label.indexOf(':') + 1)));
    }

    private void labelled(long id) {
        //@ 21-35
        mLabeledById = id;
        //@ 36-
        mLabeledByIds = new LongArray(id);
        //@ all
    }

    private boolean state(int bit) {
        return (World.whole(facts, "s", 0) >> bit & 1) == 1;
    }

    private String text(String name) {
        return (String) facts.get(name);
    }

    private int[] numbers(String name) {
        List<?> list = (List<?>) facts.get(name);
        if (list == null) return null;
        int[] numbers = new int[list.size()];
        for (int i = 0; i < numbers.length; i++) numbers[i] = ((Number) list.get(i)).intValue();
        return numbers;
    }

    public boolean refresh() {
        World.hang(facts, "hangOnRefresh");
        Map<String, Object> now = World.node(text("k"));
        if (now == null) return false;
        facts = now;
        return true;
    }

    public boolean performAction(int action, Bundle arguments) {
        World.log("performAction", "k", text("k"), "action", action, "arguments", arguments.map);
        World.hang(facts, "hangOnAction");
        return !Boolean.TRUE.equals(facts.get("refuses"));
    }

    public int getWindowId() { return windowId; }
    public long getSourceNodeId() { return Long.parseLong(text("k").substring(text("k").indexOf(':') + 1)); }
    public int getChildCount() { return World.children(facts).size(); }

    public AccessibilityNodeInfo getChild(int i) {
        World.hangWindow(windowId);
        Map<String, Object> child = World.children(facts).get(i);
        return child == null ? null : new AccessibilityNodeInfo(windowId, child);
    }

    public CharSequence getClassName() { return text("c"); }
    public CharSequence getText() { return text("t"); }
    public CharSequence getContentDescription() { return text("d"); }
    public String getViewIdResourceName() { return text("r"); }
    public CharSequence getPackageName() { return text("p") == null ? World.packageOf(windowId) : text("p"); }
    public CharSequence getError() { return text("error"); }

    public void getBoundsInScreen(Rect out) {
        int[] b = numbers("b");
        if (b == null) b = new int[4];
        out.left = b[0];
        out.top = b[1];
        out.right = b[2];
        out.bottom = b[3];
    }

    public boolean isVisibleToUser() { return state(0); }
    public boolean isEnabled() { return state(1); }
    public boolean isClickable() { return state(2); }
    public boolean isLongClickable() { return state(3); }
    public boolean isFocusable() { return state(4); }
    public boolean isFocused() { return state(5); }
    public boolean isScrollable() { return state(6); }
    public boolean isEditable() { return state(7); }
    public boolean isMultiLine() { return state(8); }
    public boolean isPassword() { return state(9); }
    public boolean isCheckable() { return state(10); }
    public boolean isChecked() { return state(11); }
    public boolean isSelected() { return state(12); }
    public boolean isDismissable() { return state(15); }
    public boolean isContentInvalid() { return state(16); }
    public boolean isAccessibilityFocused() { return state(17); }
    public boolean canOpenPopup() { return state(22); }
    public int getInputType() { return World.whole(facts, "input", 0); }
    public int getMaxTextLength() { return World.whole(facts, "max", -1); }
    public int getTextSelectionStart() { return numbers("sel") == null ? -1 : numbers("sel")[0]; }
    public int getTextSelectionEnd() { return numbers("sel") == null ? -1 : numbers("sel")[1]; }
    public AccessibilityNodeInfo getLabeledBy() { throw new IllegalStateException("asks the application"); }
    //@ 23-
    public boolean isContextClickable() { return state(19); }
    //@ 24-
    public boolean isImportantForAccessibility() { return state(18); }
    public int getDrawingOrder() { return World.whole(facts, "order", 0); }
    //@ 26-
    public CharSequence getHintText() { return text("hint"); }
    public boolean isShowingHintText() { return state(14); }
    //@ 28-
    public CharSequence getPaneTitle() { return text("pane"); }
    public CharSequence getTooltipText() { return text("tooltip"); }
    public boolean isHeading() { return state(13); }
    //@ 30-
    public CharSequence getStateDescription() { return text("state"); }
    //@ 33-
    public String getUniqueId() { return text("uid"); }
    //@ 34-
    public CharSequence getContainerTitle() { return text("container"); }
    public boolean isAccessibilityDataSensitive() { return state(21); }
    //@ 36-
    public int getChecked() { return World.whole(facts, "checked", 0); }
    public int getExpandedState() { return World.whole(facts, "expanded", 0); }
    public boolean isFieldRequired() { return state(20); }
    public CharSequence getSupplementalDescription() { return text("supplement"); }
    //@ all

    public List<AccessibilityAction> getActionList() {
        List<AccessibilityAction> actions = new ArrayList<AccessibilityAction>();
        int[] known = numbers("acts");
        if (known != null) {
            for (int id : known) actions.add(new AccessibilityAction(id, null));
        }
        List<?> custom = (List<?>) facts.get("custom");
        if (custom == null) return actions;
        for (Object each : custom) {
            List<?> pair = (List<?>) each;
            actions.add(new AccessibilityAction(((Number) pair.get(0)).intValue(), (String) pair.get(1)));
        }
        return actions;
    }

    public RangeInfo getRangeInfo() {
        return facts.get("range") == null ? null : new RangeInfo((List<?>) facts.get("range"));
    }

    public CollectionInfo getCollectionInfo() {
        return facts.get("coll") == null ? null : new CollectionInfo(numbers("coll"));
    }

    public CollectionItemInfo getCollectionItemInfo() {
        return facts.get("item") == null ? null : new CollectionItemInfo(numbers("item"));
    }

    public static final class AccessibilityAction {
        private final int id;
        private final CharSequence label;

        AccessibilityAction(int id, CharSequence label) {
            this.id = id;
            this.label = label;
        }

        public int getId() { return id; }
        public CharSequence getLabel() { return label; }
    }

    public static final class RangeInfo {
        private final List<?> values;

        RangeInfo(List<?> values) { this.values = values; }
        private float at(int i) { return ((Number) values.get(i)).floatValue(); }
        public int getType() { return (int) at(0); }
        public float getMin() { return at(1); }
        public float getMax() { return at(2); }
        public float getCurrent() { return at(3); }
    }

    public static final class CollectionInfo {
        private final int[] values;

        CollectionInfo(int[] values) { this.values = values; }
        public int getRowCount() { return values[0]; }
        public int getColumnCount() { return values[1]; }
        public boolean isHierarchical() { return values[2] == 1; }
        public int getSelectionMode() { return values[3]; }
    }

    public static final class CollectionItemInfo {
        private final int[] values;

        CollectionItemInfo(int[] values) { this.values = values; }
        public int getRowIndex() { return values[0]; }
        public int getRowSpan() { return values[1]; }
        public int getColumnIndex() { return values[2]; }
        public int getColumnSpan() { return values[3]; }
        public boolean isSelected() { return values[4] == 1; }
    }
}
//@ file android/view/accessibility/AccessibilityWindowInfo.java
package android.view.accessibility;

import android.graphics.Rect;
import handeye.companion.World;
import java.util.List;
import java.util.Map;

public final class AccessibilityWindowInfo {
    private final Map<String, Object> facts;

    public AccessibilityWindowInfo(Map<String, Object> facts) { this.facts = facts; }

    public AccessibilityNodeInfo getRoot() {
        int id = getId();
        World.hangWindow(id);
        Map<String, Object> root = World.root(facts);
        return root == null ? null : new AccessibilityNodeInfo(id, root);
    }

    public void getBoundsInScreen(Rect out) {
        List<?> b = (List<?>) facts.get("bounds");
        out.left = ((Number) b.get(0)).intValue();
        out.top = ((Number) b.get(1)).intValue();
        out.right = ((Number) b.get(2)).intValue();
        out.bottom = ((Number) b.get(3)).intValue();
    }

    public int getId() { return World.whole(facts, "id", -1); }
    public int getType() { return World.whole(facts, "type", 1); }
    public int getLayer() { return World.whole(facts, "layer", 0); }
    public boolean isActive() { return Boolean.TRUE.equals(facts.get("active")); }
    public boolean isFocused() { return Boolean.TRUE.equals(facts.get("focused")); }
    //@ 24-
    public CharSequence getTitle() { return (String) facts.get("title"); }
    //@ 26-
    public boolean isInPictureInPictureMode() { return Boolean.TRUE.equals(facts.get("pip")); }
    //@ all
}
//@ file android/view/accessibility/AccessibilityEvent.java
package android.view.accessibility;

import android.app.Notification;
import android.os.Bundle;
import android.os.Parcelable;
import handeye.companion.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public final class AccessibilityEvent {
    private final Map<String, Object> facts;

    public AccessibilityEvent(Map<String, Object> facts) { this.facts = facts; }

    public int getEventType() { return World.whole(facts, "type", 0); }
    public int getWindowId() { return World.whole(facts, "window", -1); }
    public CharSequence getPackageName() { return (String) facts.get("package"); }
    public CharSequence getClassName() { return (String) facts.get("class"); }
    public boolean isPassword() { return Boolean.TRUE.equals(facts.get("password")); }

    public List<CharSequence> getText() {
        List<CharSequence> texts = new ArrayList<CharSequence>();
        if (facts.get("texts") == null) return texts;
        for (Object text : (List<?>) facts.get("texts")) texts.add((String) text);
        return texts;
    }

    public Parcelable getParcelableData() {
        List<?> notification = (List<?>) facts.get("notification");
        if (notification == null) return null;
        Notification made = new Notification();
        made.extras = new Bundle();
        made.extras.putCharSequence("android.title", (String) notification.get(0));
        made.extras.putCharSequence("android.text", (String) notification.get(1));
        return made;
    }
}
//@ file android/accessibilityservice/AccessibilityServiceInfo.java
package android.accessibilityservice;

public class AccessibilityServiceInfo {
    public int flags = 18;
}
//@ file android/app/IUiAutomationConnection.java
package android.app;

public interface IUiAutomationConnection {}
//@ file android/app/UiAutomationConnection.java
package android.app;

public final class UiAutomationConnection implements IUiAutomationConnection {}
//@ file android/app/UiAutomation.java
package android.app;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.graphics.Bitmap;
import android.os.Looper;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import handeye.companion.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public final class UiAutomation {
    private static final int INTERACTIVE_WINDOWS = 64;

    private final AccessibilityServiceInfo info = new AccessibilityServiceInfo();
    private OnAccessibilityEventListener listener;
    private boolean connected;
    private boolean cleared;
    private boolean cured;
    private int frozenRotation = -1;

    public interface OnAccessibilityEventListener {
        void onAccessibilityEvent(AccessibilityEvent event);
    }

    public UiAutomation(Looper looper, IUiAutomationConnection connection) {
        if (looper == null || connection == null) throw new IllegalArgumentException("null");
        World.onEvents(new World.Listener() {
            @Override
            public void event(Map<String, Object> facts) {
                if (listener != null) listener.onAccessibilityEvent(new AccessibilityEvent(facts));
            }
        });
    }

    //@ 21-23
    public void connect() {
        connected(0);
    }
    //@ 24-
    public void connect(int flags) {
        connected(flags);
    }
    //@ 34-
    public boolean clearCache() {
        World.log("clearCache");
        return true;
    }
    //@ all

    private void connected(int flags) {
        World.log("connect", "flags", flags);
        String how = World.text("connect", "ok");
        if (how.equals("registered")) {
            throw new IllegalStateException("UiAutomationService android.accessibilityservice already registered!");
        }
        if (how.equals("hangs")) World.sleep(60000);
        if (how.equals("fails")) throw new RuntimeException("Error while connecting UiAutomation");
        connected = true;
        // UiAutomationConnection's storeRotationStateLocked.
        if (World.isRotationFrozen()) frozenRotation = World.display("rotation");
    }

    public void disconnect() {
        World.log("disconnect");
        World.rotate(frozenRotation);
        if (World.is("hangOnDisconnect")) World.sleep(60000);
        connected = false;
    }

    private void check() {
        if (!connected) throw new IllegalStateException("UiAutomation not connected!");
    }

    public void setOnAccessibilityEventListener(OnAccessibilityEventListener given) {
        //@ 31-
        check();
        //@ all
        listener = given;
        World.startEvents();
    }

    public AccessibilityServiceInfo getServiceInfo() {
        check();
        AccessibilityServiceInfo copy = new AccessibilityServiceInfo();
        copy.flags = info.flags;
        return copy;
    }

    public void setServiceInfo(AccessibilityServiceInfo given) {
        check();
        boolean on = (given.flags & INTERACTIVE_WINDOWS) != 0;
        if (!on) cleared = true;
        if (on && cleared) cured = true;
        info.flags = given.flags;
    }

    public List<AccessibilityWindowInfo> getWindows() {
        check();
        List<AccessibilityWindowInfo> windows = new ArrayList<AccessibilityWindowInfo>();
        if ((info.flags & INTERACTIVE_WINDOWS) == 0 || World.is("noWindows")) return windows;
        for (Map<String, Object> window : World.windows()) {
            boolean hidden = World.is("systemWindowsMissing") && !cured && World.whole(window, "type", 1) == 3;
            if (!hidden) windows.add(new AccessibilityWindowInfo(window));
        }
        return windows;
    }

    public AccessibilityNodeInfo getRootInActiveWindow() {
        check();
        for (Map<String, Object> window : World.windows()) {
            if (Boolean.TRUE.equals(window.get("active"))) return new AccessibilityWindowInfo(window).getRoot();
        }
        return null;
    }

    public boolean performGlobalAction(int action) {
        check();
        World.log("performGlobalAction", "action", action);
        return !World.is("refusesGlobalActions");
    }

    public Bitmap takeScreenshot() {
        check();
        String how = World.text("screenshot", "ok");
        if (how.equals("throws")) throw new RuntimeException("no screenshot");
        if (how.equals("huge")) throw new OutOfMemoryError("of the stubs");
        return how.equals("null") ? null : new Bitmap(how.equals("hardware"));
    }
}
