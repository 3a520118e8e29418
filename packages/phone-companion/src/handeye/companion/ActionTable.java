package handeye.companion;

import android.os.Build;

/** The actions of the protocol: name, number, first API level. */
final class ActionTable {
    /** Actions on nodes. The large numbers are android.R.id's. */
    static final ActionTable NODE = new ActionTable(""
        + "focus 1 21\n"
        + "clearFocus 2 21\n"
        + "select 4 21\n"
        + "click 16 21\n"
        + "longClick 32 21\n"
        + "accessibilityFocus 64 21\n"
        + "scrollForward 4096 21\n"
        + "scrollBackward 8192 21\n"
        + "copy 16384 21\n"
        + "paste 32768 21\n"
        + "cut 65536 21\n"
        + "setSelection 131072 21\n"
        + "expand 262144 21\n"
        + "collapse 524288 21\n"
        + "dismiss 1048576 21\n"
        + "setText 2097152 21\n"
        + "showOnScreen 16908342 23\n"
        + "scrollToPosition 16908343 23\n"
        + "scrollUp 16908344 23\n"
        + "scrollLeft 16908345 23\n"
        + "scrollDown 16908346 23\n"
        + "scrollRight 16908347 23\n"
        + "contextClick 16908348 23\n"
        + "setProgress 16908349 24\n"
        + "showTooltip 16908356 28\n"
        + "hideTooltip 16908357 28\n"
        + "pageUp 16908358 29\n"
        + "pageDown 16908359 29\n"
        + "pageLeft 16908360 29\n"
        + "pageRight 16908361 29\n"
        + "pressAndHold 16908362 30\n"
        + "imeEnter 16908372 30\n");

    /** Actions on the whole device. */
    static final ActionTable GLOBAL = new ActionTable(""
        + "back 1 21\n"
        + "home 2 21\n"
        + "recents 3 21\n"
        + "notifications 4 21\n"
        + "quickSettings 5 21\n"
        + "powerDialog 6 21\n"
        + "lockScreen 8 28\n");

    private final String[] rows;
    private final int[] ids;

    private ActionTable(String table) {
        rows = table.split("\n");
        ids = new int[rows.length];
        for (int i = 0; i < ids.length; i++) ids[i] = Integer.parseInt(rows[i].split(" ")[1]);
    }

    boolean isKnown(int id) {
        for (int known : ids) {
            if (known == id) return true;
        }
        return false;
    }

    int idOf(String name) throws Problem {
        for (String row : rows) {
            String[] words = row.split(" ");
            if (!words[0].equals(name)) continue;
            if (Build.VERSION.SDK_INT >= Integer.parseInt(words[2])) return Integer.parseInt(words[1]);
            throw Problem.unsupported(name + " needs API level " + words[2]);
        }
        throw Problem.badRequest("there is no action of this name");
    }
}
