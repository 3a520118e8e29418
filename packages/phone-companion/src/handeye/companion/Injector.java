package handeye.companion;

import android.view.InputEvent;

/**
 * Injects events through the input manager. UiAutomation's own injection waits for animations since 31, and a synchronous
 * injection into a hung application blocked for 35 s, so this does not wait for the application.
 */
final class Injector {
    private Object manager;

    /** False if Android rejected it. */
    synchronized boolean inject(InputEvent event) throws Exception {
        if (manager == null) manager = Variants.call("input.manager", null);
        return Boolean.TRUE.equals(Variants.call("input.inject", manager, "event", event, "mode", 0));
    }
}
