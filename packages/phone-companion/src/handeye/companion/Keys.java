package handeye.companion;

import android.os.SystemClock;
import android.view.InputDevice;
import android.view.KeyCharacterMap;
import android.view.KeyEvent;
import java.util.List;

/** Keys, text by keys, and waking the screen. */
final class Keys {
    private static final int POLL_MS = 20;
    private static final long LONG_PRESS_MS = 500;

    private final Injector injector;
    private final Automation automation;
    private KeyCharacterMap characters;

    Keys(Injector injector, Automation automation) {
        this.injector = injector;
        this.automation = automation;
    }

    Answer key(Request request) throws Exception {
        List<?> codes = request.list("codes");
        int meta = request.whole("meta", 0);
        long hold = request.ms("hold", 0);
        int[] numbers = new int[codes.size()];
        for (int i = 0; i < numbers.length; i++) numbers[i] = Request.whole(codes.get(i), "a key code");
        if (numbers.length == 0) throw Problem.badRequest("\"codes\" is empty");
        Focus focus = new Focus(request, automation);
        if (!focus.mayGoOn()) return focus.answer();
        for (int i = 0; i < numbers.length; i++) {
            if (request.isOver()) throw request.over(i == 0 ? "no" : "partly");
            press(request, numbers[i], meta, hold, i > 0);
        }
        return focus.answer();
    }

    private void press(Request request, int code, int meta, long hold, boolean begun) throws Exception {
        long down = SystemClock.uptimeMillis();
        send(request, event(down, KeyEvent.ACTION_DOWN, code, 0, meta, 0), begun);
        try {
            if (hold > 0) request.pause(Math.min(hold, LONG_PRESS_MS));
            // Android does not repeat injected keys, and takes the first repetition for the long press.
            if (hold >= LONG_PRESS_MS) {
                send(request, event(down, KeyEvent.ACTION_DOWN, code, 1, meta, KeyEvent.FLAG_LONG_PRESS), true);
                request.pause(hold - LONG_PRESS_MS);
            }
        } catch (Problem over) {
            send(request, event(down, KeyEvent.ACTION_UP, code, 0, meta, KeyEvent.FLAG_CANCELED), true);
            throw new Problem(over.code, over.getMessage(), "partly");
        }
        send(request, event(down, KeyEvent.ACTION_UP, code, 0, meta, 0), true);
    }

    private static KeyEvent event(long down, int action, int code, int repeat, int meta, int flags) {
        return new KeyEvent(down, SystemClock.uptimeMillis(), action, code, repeat, meta,
            KeyCharacterMap.VIRTUAL_KEYBOARD, 0, flags, InputDevice.SOURCE_KEYBOARD);
    }

    private void send(Request request, KeyEvent event, boolean begun) throws Exception {
        request.acts();
        boolean taken;
        try {
            taken = injector.inject(event);
        } catch (Exception e) {
            throw Problem.of(e, begun ? "partly" : "no");
        }
        if (!taken) throw new Problem("refused", "Android did not take the key", begun ? "partly" : "no");
    }

    Answer text(Request request) throws Exception {
        String text = request.needText("text");
        Focus focus = new Focus(request, automation);
        if (text.length() == 0) return Answer.empty();
        if (characters == null) characters = KeyCharacterMap.load(KeyCharacterMap.VIRTUAL_KEYBOARD);
        KeyEvent[] events = characters.getEvents(text.toCharArray());
        if (events == null) throw Problem.unsupported(withoutKeys(text) + " characters have no key");
        if (!focus.mayGoOn()) return focus.answer();
        boolean begun = false;
        for (KeyEvent event : events) {
            if (request.isOver()) throw request.over(begun ? "partly" : "no");
            // The map gives all events the time of its call; a late event may be dropped as stale.
            send(request, KeyEvent.changeTimeRepeat(event, SystemClock.uptimeMillis(), 0), begun);
            begun = true;
        }
        return focus.answer();
    }

    private int withoutKeys(String text) {
        int without = 0;
        for (int i = 0; i < text.length(); i++) {
            if (characters.getEvents(new char[] {text.charAt(i)}) == null) without++;
        }
        return without;
    }

    Answer wake(Request request) throws Exception {
        if (Display.isAwake()) return Answer.empty();
        long now = SystemClock.uptimeMillis();
        send(request, event(now, KeyEvent.ACTION_DOWN, KeyEvent.KEYCODE_WAKEUP, 0, 0, 0), false);
        send(request, event(now, KeyEvent.ACTION_UP, KeyEvent.KEYCODE_WAKEUP, 0, 0, 0), true);
        while (!Display.isAwake()) request.pause(POLL_MS);
        return Answer.empty();
    }
}
