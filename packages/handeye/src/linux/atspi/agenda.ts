/** Works off an agenda that may grow while it is worked on, from its end, so many at a time, until the first fails. */
export function workOff<Task>(
  agenda: Task[],
  atOnce: number,
  work: (task: Task) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let underWay = 0;
    let failed = false;
    const goOn = () => {
      if (failed) return;
      for (let task = agenda.pop(); task !== undefined; task = agenda.pop()) {
        underWay += 1;
        work(task).then(done, fail);
        if (underWay >= atOnce) return;
      }
      if (underWay === 0) resolve();
    };
    const done = () => {
      underWay -= 1;
      goOn();
    };
    const fail = (error: Error) => {
      failed = true;
      reject(error);
    };
    goOn();
  });
}
