package handeye.companion;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Serves requests one after the other on its own thread. A thread that is still in an Android call at the request's deadline is
 * given up, and a new one continues.
 */
final class Lane {
    /** A call of a hung application returns after 5 s; more hanging calls than this mean that something is broken. */
    private static final int MOST_GIVEN_UP = 8;
    /** The time in which a request notices its own end and reports what was done. */
    private static final long GRACE_MS = 150;

    private static int givenUp;

    private final String name;
    private final Methods methods;
    private final Deque<Request> queue = new ArrayDeque<Request>();
    private Request running;
    private Thread worker;

    Lane(String name, Methods methods) {
        this.name = name;
        this.methods = methods;
    }

    synchronized void start() {
        worker = new Thread(null, new Runnable() {
            @Override
            public void run() {
                work();
            }
        }, name, 1 << 20);
        worker.setDaemon(true);
        worker.start();
    }

    synchronized void add(Request request) {
        queue.add(request);
        notifyAll();
    }

    private void work() {
        for (Request request = take(); request != null; request = take()) {
            methods.serve(request);
            if (!isMine(request)) {
                returned();
                return;
            }
        }
    }

    private synchronized Request take() {
        running = null;
        while (queue.isEmpty()) {
            try {
                wait();
            } catch (InterruptedException e) {
                return null;
            }
        }
        running = queue.remove();
        return running;
    }

    private synchronized boolean isMine(Request request) {
        return Thread.currentThread() == worker && running == request;
    }

    private static synchronized void returned() {
        givenUp--;
    }

    private static synchronized int giveUp() {
        return ++givenUp;
    }

    synchronized boolean cancel(int id) {
        if (running != null && running.id() == id) {
            running.cancel();
            return true;
        }
        for (Request request : queue) {
            if (request.id() != id) continue;
            request.cancel();
            return true;
        }
        return false;
    }

    /** Called every few milliseconds: answers requests past their deadline. */
    void check() {
        checkQueue();
        Request over = takeOver();
        if (over == null) return;
        over.answer(over.over(over.done()));
        if (giveUp() > MOST_GIVEN_UP) Exit.now("too many calls hang");
        start();
    }

    private synchronized void checkQueue() {
        for (Iterator<Request> each = queue.iterator(); each.hasNext();) {
            Request request = each.next();
            if (!request.isOver()) continue;
            each.remove();
            request.answer(request.over("no"));
        }
    }

    /** The running request, if its deadline passed and its thread did not return. */
    private synchronized Request takeOver() {
        Request request = running;
        if (request == null || !request.isLost(GRACE_MS)) return null;
        running = null;
        worker = null;
        return request;
    }
}
