/** Drains a LIFO queue that may grow meanwhile, with a concurrency limit. Rejects on the first failure. */
export function drain<Task>(
  queue: Task[],
  concurrency: number,
  run: (task: Task) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let running = 0;
    let failed = false;
    const startNext = () => {
      if (failed) return;
      for (let task = queue.pop(); task !== undefined; task = queue.pop()) {
        running += 1;
        run(task).then(onDone, onError);
        if (running >= concurrency) return;
      }
      if (running === 0) resolve();
    };
    const onDone = () => {
      running -= 1;
      startNext();
    };
    const onError = (error: Error) => {
      failed = true;
      reject(error);
    };
    startNext();
  });
}
