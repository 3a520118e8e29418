package handeye.companion;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** The methods by name, and which of them need UiAutomation. */
final class Methods {
    private static final Set<String> QUERIES = names(
        "look", "settle", "display", "clipboard.get", "labels", "events", "setting.get", "ping");
    private static final Set<String> INPUTS = names(
        "act", "touch", "key", "text", "global", "wake", "clipboard.set", "setting.put", "rotate",
        "languages");
    /** Methods that shell may call without UiAutomation. */
    private static final Set<String> WITHOUT_AUTOMATION = names("ping", "display", "clipboard.get", "clipboard.set",
        "key", "touch", "setting.get", "setting.put", "labels", "languages");

    private final Automation automation;
    private final RestoreFile restoreFile;
    private final Apps apps;
    private final Touch touch;
    private final Keys keys;

    Methods(Automation automation, RestoreFile restoreFile, Apps apps) {
        this.automation = automation;
        this.restoreFile = restoreFile;
        this.apps = apps;
        Injector injector = new Injector();
        this.touch = new Touch(injector, automation);
        this.keys = new Keys(injector, automation);
    }

    private static Set<String> names(String... names) {
        return new HashSet<String>(Arrays.asList(names));
    }

    static boolean isQuery(String method) {
        return QUERIES.contains(method);
    }

    static boolean isInput(String method) {
        return INPUTS.contains(method);
    }

    /** The request gets an answer in any case. */
    void serve(Request request) {
        try {
            if (request.isOver()) throw request.over("no");
            if (automation.problem() != null && !WITHOUT_AUTOMATION.contains(request.method)) throw automation.problem();
            Answer answer = call(request);
            request.answer(answer.json, answer.data);
        } catch (Throwable e) {
            request.answer(Problem.of(e, request.done()));
            if (Problem.isDeadSystem(e)) Exit.now("the system's services are gone");
        }
    }

    private Answer call(Request request) throws Exception {
        switch (request.method) {
            case "ping":
                return Answer.empty();
            case "display":
                return new Answer(Display.describe(), null);
            case "look":
                return automation.look().look(request);
            case "settle":
                return automation.look().settle(request);
            case "events":
                return automation.ears().events(request);
            case "act":
                return automation.act().act(request);
            case "global":
                return automation.act().global(request, new Focus(request, automation));
            case "touch":
                return touch.touch(request);
            case "key":
                return keys.key(request);
            case "text":
                return keys.text(request);
            case "wake":
                return keys.wake(request);
            case "clipboard.get":
                return Clipboard.get(request);
            case "clipboard.set":
                return Clipboard.set(request);
            case "labels":
                return apps.labels(request);
            case "setting.get":
                return Answer.of("value", Settings.get(Settings.table(request), request.needText("name")));
            case "setting.put":
                return put(request);
            case "rotate":
                return rotate(request);
            case "languages":
                return Languages.set(request);
            default:
                throw new Problem("unknown-method", "there is no method of this name", "no");
        }
    }

    private Answer put(Request request) throws Exception {
        String table = Settings.table(request);
        String name = request.needText("name");
        String value = request.text("value");
        boolean restore = request.flag("restore");
        String was = Settings.get(table, name);
        // Recording and changing are atomic: the process must not end between them.
        synchronized (restoreFile) {
            if (restore) restoreFile.addSetting(table, name, was);
            request.acts();
            Settings.put(table, name, value);
        }
        return Answer.of("was", was);
    }

    private Answer rotate(Request request) throws Exception {
        int rotation = Rotation.wanted(request);
        boolean restore = request.flag("restore");
        synchronized (restoreFile) {
            if (restore) restoreFile.addRotation(Rotation.current());
            request.acts();
            Rotation.set(rotation);
        }
        return Answer.empty();
    }
}
