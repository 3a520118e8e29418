package handeye.companion;

/** Reads what is there, to be compared. */
final class Reading {
    /** An application that does not answer must not hold an act back for longer. */
    private static final long LONGEST_MS = 1500;

    private final Request request;
    private final Automation automation;
    private final boolean refuses;
    private Worker worker = new Worker("aim");

    Reading(Request request, Automation automation, boolean refuses) {
        this.request = request;
        this.automation = automation;
        this.refuses = refuses;
    }

    /** Null where nothing can be read: then nothing may be refused either. */
    Under read(Worker.Job<Under> job) throws Exception {
        if (automation.problem() != null) {
            if (refuses) throw automation.problem();
            return null;
        }
        if (worker.run(job, Math.min(LONGEST_MS, request.remaining()))) return job.result();
        worker = new Worker("aim");
        if (refuses) throw new Problem("timeout", "the application there does not answer", "no");
        return null;
    }

    void close() {
        worker.end();
    }
}
