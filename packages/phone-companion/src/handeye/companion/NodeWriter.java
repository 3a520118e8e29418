package handeye.companion;

import android.graphics.Rect;
import android.view.accessibility.AccessibilityNodeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Writes the nodes of one window as JSON, and collects the nodes for later acts and their facts for the fingerprint. */
final class NodeWriter {
    /** Deeper than any real screen; ends the reading of a tree that contains itself. */
    private static final int DEEPEST = 256;

    final StringBuilder json = new StringBuilder();
    final StringBuilder facts = new StringBuilder();
    final List<AccessibilityNodeInfo> nodes = new ArrayList<AccessibilityNodeInfo>();
    /** Keys of web views and Flutter views without children. */
    final List<String> empty = new ArrayList<String>();
    boolean cut;

    private final Worker.Job<?> job;
    private final int firstHandle;
    private final int mostNodes;
    private final Rect bounds = new Rect();
    private final CharSequence windowPackage;

    NodeWriter(Worker.Job<?> job, CharSequence windowPackage, int firstHandle, int mostNodes) {
        this.job = job;
        this.windowPackage = windowPackage;
        this.firstHandle = firstHandle;
        this.mostNodes = mostNodes;
    }

    void write(AccessibilityNodeInfo node) {
        write(node, 0);
    }

    private void write(AccessibilityNodeInfo node, int depth) {
        json.append("{\"h\":").append(firstHandle + nodes.size());
        nodes.add(node);
        String key = NodeFacts.key(node);
        text("k", key);
        identity(node);
        states(node);
        texts(node);
        position(node);
        actions(node);
        rest(node);
        children(node, key, depth);
        json.append('}');
    }

    private void identity(AccessibilityNodeInfo node) {
        factual("c", NodeText.of(node.getClassName()));
        factual("t", NodeText.shown(node));
        factual("d", NodeText.of(node.getContentDescription()));
        factual("r", NodeText.of(node.getViewIdResourceName()));
        CharSequence owner = node.getPackageName();
        if (owner != null && !same(owner, windowPackage)) text("p", owner.toString());
        node.getBoundsInScreen(bounds);
        int start = json.length();
        json.append(",\"b\":[").append(bounds.left).append(',').append(bounds.top).append(',');
        json.append(bounds.right).append(',').append(bounds.bottom).append(']');
        facts.append(json, start, json.length());
    }

    private static boolean same(CharSequence one, CharSequence other) {
        return other != null && one.toString().equals(other.toString());
    }

    private void states(AccessibilityNodeInfo node) {
        int states = NodeFacts.states(node);
        number("s", states);
        number("len", NodeText.passwordLength(node));
        // The companion itself moves accessibility focus, so it is no change of the screen.
        facts.append(states & ~NodeFacts.ACCESSIBILITY_FOCUSED).append('#').append(NodeText.passwordLength(node));
    }

    private void texts(AccessibilityNodeInfo node) {
        for (int i = 0; i < NodeFacts.count(); i++) {
            String name = NodeFacts.name(i);
            String value = NodeText.of(NodeFacts.text(i, node));
            if (name.equals("state")) factual(name, value);
            else text(name, value);
        }
    }

    private void position(AccessibilityNodeInfo node) {
        AccessibilityNodeInfo.RangeInfo range = node.getRangeInfo();
        if (range != null) {
            int start = json.length();
            list("range", range.getType(), range.getMin(), range.getMax(), range.getCurrent());
            facts.append(json, start, json.length());
        }
        AccessibilityNodeInfo.CollectionInfo all = node.getCollectionInfo();
        if (all != null) {
            int hierarchical = all.isHierarchical() ? 1 : 0;
            list("coll", all.getRowCount(), all.getColumnCount(), hierarchical, all.getSelectionMode());
        }
        AccessibilityNodeInfo.CollectionItemInfo item = node.getCollectionItemInfo();
        if (item != null) {
            int selected = item.isSelected() ? 1 : 0;
            list("item", item.getRowIndex(), item.getRowSpan(), item.getColumnIndex(), item.getColumnSpan(), selected);
        }
    }

    private void actions(AccessibilityNodeInfo node) {
        List<Object> known = new ArrayList<Object>();
        List<Object> custom = new ArrayList<Object>();
        for (AccessibilityNodeInfo.AccessibilityAction action : node.getActionList()) {
            if (ActionTable.NODE.isKnown(action.getId())) known.add(action.getId());
            else if (action.getLabel() != null) custom.add(pair(action.getId(), action.getLabel().toString()));
        }
        if (!known.isEmpty()) list("acts", known.toArray());
        if (!custom.isEmpty()) list("custom", custom.toArray());
    }

    private static List<Object> pair(int id, String label) {
        List<Object> pair = new ArrayList<Object>(2);
        pair.add(id);
        pair.add(label);
        return pair;
    }

    private void rest(AccessibilityNodeInfo node) {
        number("input", node.getInputType());
        if (node.getTextSelectionStart() >= 0 && node.getTextSelectionEnd() >= 0) {
            list("sel", node.getTextSelectionStart(), node.getTextSelectionEnd());
        }
        if (node.getMaxTextLength() > 0) number("max", node.getMaxTextLength());
        text("label", NodeFacts.labelledBy(node));
        number("order", NodeFacts.order(node));
        number("checked", NodeFacts.checked(node));
        facts.append(NodeFacts.checked(node));
        number("expanded", NodeFacts.expanded(node));
    }

    private void children(AccessibilityNodeInfo node, String key, int depth) {
        int count = node.getChildCount();
        if (count == 0 && isLazy(node)) empty.add(key);
        int written = 0;
        facts.append('(');
        for (int i = 0; i < count && !job.isAbandoned(); i++) {
            if (nodes.size() >= mostNodes || depth >= DEEPEST) {
                cut = true;
                break;
            }
            AccessibilityNodeInfo child = node.getChild(i);
            // It left the screen during the reading.
            if (child == null) continue;
            json.append(written++ == 0 ? ",\"n\":[" : ",");
            write(child, depth + 1);
        }
        if (written > 0) json.append(']');
        facts.append(')');
    }

    /** Chromium's first tree can be empty, and Flutter builds its tree only on the first request. */
    private static boolean isLazy(AccessibilityNodeInfo node) {
        String type = String.valueOf(node.getClassName());
        return type.endsWith("WebView") || type.endsWith("FlutterView");
    }

    static boolean isLazyEmpty(NodeWriter writer, Set<String> known) {
        for (String key : writer.empty) {
            if (!known.contains(key)) return true;
        }
        return false;
    }

    private void factual(String name, String value) {
        int start = json.length();
        text(name, value);
        facts.append(json, start, json.length());
    }

    private void text(String name, String value) {
        if (value == null) return;
        json.append(",\"").append(name).append("\":");
        Json.quote(json, value);
    }

    private void number(String name, int value) {
        if (value != 0) json.append(",\"").append(name).append("\":").append(value);
    }

    private void list(String name, Object... values) {
        json.append(",\"").append(name).append("\":[");
        for (int i = 0; i < values.length; i++) {
            if (i > 0) json.append(',');
            Json.write(json, values[i]);
        }
        json.append(']');
    }
}
