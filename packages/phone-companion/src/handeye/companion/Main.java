package handeye.companion;

import android.os.Build;
import android.os.Looper;
import android.os.Process;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Started by app_process over ADB; serves the host over stdin and stdout until that stream ends. */
public final class Main {
    private static final int PROTOCOL = 1;
    private static final long CHECK_EVERY_MS = 10;

    private final Frames frames;
    private final Lane query;
    private final Lane input;

    private Main(Frames frames, Methods methods) {
        this.frames = frames;
        query = new Lane("query", methods);
        input = new Lane("input", methods);
    }

    public static void main(String[] arguments) throws Exception {
        // Android's own handler would report a crash of an application, with a dialog.
        Thread.setDefaultUncaughtExceptionHandler(new Thread.UncaughtExceptionHandler() {
            @Override
            public void uncaughtException(Thread thread, Throwable thrown) {
                Exit.now(thread.getName() + ": " + Problem.describe(thrown));
            }
        });
        Frames frames = new Frames(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        // Output of Android's classes must not get between the frames.
        System.setOut(System.err);
        List<String> words = Arrays.asList(arguments);
        Looper.prepareMainLooper();
        frames.writeMagic();
        serve(frames, words);
    }

    private static void serve(Frames frames, List<String> words) throws Exception {
        RestoreFile restoreFile = new RestoreFile(value(words, "folder=", "/data/local/tmp"));
        List<String> recovered = restoreFile.recover();
        if (words.contains("restore=only")) {
            Map<String, Object> greeting = greeting("restored");
            greeting.put("restored", recovered);
            frames.write(0, greeting);
            Exit.halt();
        }
        Apps apps = new Apps();
        final Automation automation = new Automation(restoreFile, apps, words.contains("services=save"));
        Exit.atExit(restoreFile, new Runnable() {
            @Override
            public void run() {
                automation.close();
            }
        });
        Map<String, Object> greeting = greeting(automation.describe());
        if (!recovered.isEmpty()) greeting.put("restored", recovered);
        frames.write(0, greeting);
        new Main(frames, new Methods(automation, restoreFile, apps)).read();
    }

    private static String value(List<String> words, String name, String otherwise) {
        for (String word : words) {
            if (word.startsWith(name)) return word.substring(name.length());
        }
        return otherwise;
    }

    private static Map<String, Object> greeting(Object automation) throws Exception {
        Map<String, Object> greeting = new LinkedHashMap<String, Object>();
        greeting.put("companion", PROTOCOL);
        greeting.put("dex", dexHash());
        greeting.put("sdk", Build.VERSION.SDK_INT);
        greeting.put("release", Build.VERSION.RELEASE);
        greeting.put("pid", Process.myPid());
        greeting.put("automation", automation);
        return greeting;
    }

    /** Proves to the host that the running program is the one it pushed. */
    private static String dexHash() throws Exception {
        MessageDigest hash = MessageDigest.getInstance("SHA-256");
        InputStream in = new FileInputStream(System.getenv("CLASSPATH"));
        try {
            byte[] bytes = new byte[8192];
            for (int n = in.read(bytes); n > 0; n = in.read(bytes)) hash.update(bytes, 0, n);
        } finally {
            in.close();
        }
        return Eyes.hex(hash.digest());
    }

    private void read() {
        query.start();
        input.start();
        Thread clock = new Thread("deadlines") {
            @Override
            public void run() {
                while (true) {
                    query.check();
                    input.check();
                    try {
                        sleep(CHECK_EVERY_MS);
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        };
        clock.setDaemon(true);
        clock.start();
        for (Frames.Frame frame = frames.read(); frame != null; frame = frames.read()) handle(frame);
        Exit.leave();
        Exit.halt();
    }

    private void handle(Frames.Frame frame) {
        try {
            accept(frame);
        } catch (Problem problem) {
            // Id 0 is the greeting's: frames with it get no answer.
            if (frame.id == 0) return;
            Map<String, Object> answer = new LinkedHashMap<String, Object>();
            answer.put("error", problem.toJson());
            try {
                frames.write(frame.id, answer);
            } catch (IOException e) {
                Exit.now("cannot answer: " + Problem.describe(e));
            }
        }
    }

    private void accept(Frames.Frame frame) throws Problem {
        Object parsed = Json.parse(frame.text());
        if (!(parsed instanceof Map)) throw Problem.badRequest("a request is an object");
        Map<?, ?> fields = (Map<?, ?>) parsed;
        if (frame.id == 0) {
            if ("cancel".equals(fields.get("do"))) cancel(fields.get("of"));
            return;
        }
        Request request = new Request(frames, frame.id, fields);
        if (request.method.equals("quit")) quit(request);
        else if (Methods.isQuery(request.method)) query.add(request);
        else if (Methods.isInput(request.method)) input.add(request);
        else throw new Problem("unknown-method", "there is no method of this name", "no");
    }

    private void cancel(Object of) {
        // Ids are unsigned 32-bit numbers; here the same bits are an int.
        int id = of instanceof Number ? ((Number) of).intValue() : 0;
        if (!query.cancel(id)) input.cancel(id);
    }

    private static void quit(Request request) {
        request.answer(Answer.of("restored", Exit.leave()).json, null);
        Exit.halt();
    }
}
