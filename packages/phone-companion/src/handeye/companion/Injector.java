package handeye.companion;

import android.view.InputEvent;

/**
 * Injects events through the input manager. UiAutomation's own way waits for animations from 31 on; and a synchronous
 * injection into a hung application blocked for 35 s, so nothing waits for the application here.
 */
final class Injector {
    private Object manager;

    /** False if Android did not take it. */
    synchronized boolean inject(InputEvent event) throws Exception {
        if (manager == null) manager = Variants.call("input.manager", null);
        return Boolean.TRUE.equals(Variants.call("input.inject", manager, "event", event, "mode", 0));
    }
}
