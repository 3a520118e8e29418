package handeye.companion;

/** Locks and frees the screen's rotation through the window manager, also before UiAutomation is connected. */
final class Rotation {
    static final int FREE = -1;

    private Rotation() {}

    static void set(int rotation) throws Exception {
        Object windows = Hidden.service("window", "android.view.IWindowManager");
        if (rotation == FREE) Variants.call("rotation.thaw", windows);
        else Variants.call("rotation.freeze", windows, "rotation", rotation);
    }

    /** FREE or the quarter turns of the lock. */
    static int current() throws Exception {
        if ("1".equals(Settings.get("system", "accelerometer_rotation"))) return FREE;
        String locked = Settings.get("system", "user_rotation");
        return locked != null && locked.matches("[0-3]") ? Integer.parseInt(locked) : 0;
    }

    static int wanted(Request request) throws Problem {
        Object to = request.field("to");
        if ("free".equals(to)) return FREE;
        double number = Request.number(to, "\"to\"");
        if (number != 0 && number != 1 && number != 2 && number != 3) throw Problem.badRequest("\"to\" is 0 to 3 or free");
        return (int) number;
    }
}
