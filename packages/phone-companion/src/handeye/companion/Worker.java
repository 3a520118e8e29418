package handeye.companion;

/** A thread for calls that may hang. The caller stops waiting at its deadline. */
final class Worker {
    /** The stack for reading deep trees by recursion. */
    private static final long STACK_BYTES = 8 << 20;

    private final String name;
    private Job<?> waiting;
    private boolean ended;
    private boolean started;

    Worker(String name) {
        this.name = name;
    }

    /** A call and later its result. An abandoned job checks isAbandoned() where it can stop. */
    abstract static class Job<T> {
        private T result;
        private Throwable thrown;
        private boolean finished;
        private volatile boolean abandoned;

        abstract T run() throws Exception;

        boolean isAbandoned() {
            return abandoned;
        }

        synchronized boolean isFinished() {
            return finished;
        }

        T result() throws Exception {
            if (thrown instanceof Exception) throw (Exception) thrown;
            if (thrown != null) throw new Exception(thrown);
            return result;
        }

        private void perform() {
            T value = null;
            Throwable problem = null;
            try {
                value = run();
            } catch (Throwable e) {
                problem = e;
            }
            synchronized (this) {
                result = value;
                thrown = problem;
                finished = true;
                notifyAll();
            }
        }

        private synchronized boolean await(long ms) {
            long end = System.nanoTime() + ms * 1000000L;
            while (!finished) {
                long left = (end - System.nanoTime()) / 1000000L;
                if (left <= 0) {
                    abandoned = true;
                    return false;
                }
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    abandoned = true;
                    return false;
                }
            }
            return true;
        }
    }

    /** False if it did not finish in time; the worker is then unusable. */
    boolean run(Job<?> job, long ms) {
        synchronized (this) {
            if (!started) start();
            waiting = job;
            notifyAll();
        }
        boolean finished = job.await(ms);
        if (!finished) end();
        return finished;
    }

    synchronized void end() {
        ended = true;
        notifyAll();
    }

    private void start() {
        started = true;
        Thread thread = new Thread(null, new Runnable() {
            @Override
            public void run() {
                for (Job<?> job = next(); job != null; job = next()) job.perform();
            }
        }, name, STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
    }

    private synchronized Job<?> next() {
        while (waiting == null && !ended) {
            try {
                wait();
            } catch (InterruptedException e) {
                return null;
            }
        }
        Job<?> job = waiting;
        waiting = null;
        return job;
    }
}
