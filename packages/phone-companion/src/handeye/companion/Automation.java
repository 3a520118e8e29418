package handeye.companion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** UiAutomation and the objects that need it, or the reason why it is not available. */
final class Automation {
    private final Ears ears = new Ears();
    private Connection connection;
    private Look look;
    private Act act;
    private Problem problem;
    private List<String> names = new ArrayList<String>();

    /** `save`: if services of the user would be unbound, save them and continue; otherwise refuse. */
    Automation(RestoreFile restoreFile, Apps apps, boolean save) {
        try {
            guardServices(restoreFile, save);
            if (problem == null) connect();
        } catch (Throwable e) {
            boolean taken = String.valueOf(e.getMessage()).contains("already registered");
            problem = new Problem(taken ? "registered" : "failed", Problem.describe(e), "no");
            if (taken) names = apps.instrumented();
        }
    }

    private void guardServices(RestoreFile restoreFile, boolean save) throws Exception {
        List<String> atRisk = UserServices.atRisk();
        if (atRisk.isEmpty()) return;
        if (save) {
            restoreFile.addServices(UserServices.value());
            return;
        }
        names = atRisk;
        problem = new Problem("services", "accessibility services are on, and this Android would switch them off", "no");
    }

    private void connect() throws Exception {
        connection = Connection.open(ears);
        Eyes eyes = new Eyes(connection);
        look = new Look(connection, eyes, ears);
        act = new Act(connection, eyes);
    }

    void close() {
        if (connection != null) connection.close();
    }

    Problem problem() {
        return problem;
    }

    Look look() {
        return look;
    }

    Connection connection() {
        return connection;
    }

    Act act() {
        return act;
    }

    Ears ears() {
        return ears;
    }

    Object describe() {
        if (problem == null) return "connected";
        Map<String, Object> fields = new LinkedHashMap<String, Object>();
        fields.put("code", problem.code);
        fields.put("message", problem.getMessage());
        fields.put("names", names);
        return fields;
    }
}
