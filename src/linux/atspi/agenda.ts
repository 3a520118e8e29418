/** Works off an agenda that may grow while it is worked on, from its end, so many at a time. */
export function workOff<Task>(
  agenda: Task[],
  atOnce: number,
  work: (task: Task) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let underWay = 0;
    const goOn = () => {
      for (let task = agenda.pop(); task !== undefined; task = agenda.pop()) {
        underWay += 1;
        work(task).then(done, reject);
        if (underWay >= atOnce) return;
      }
      if (underWay === 0) resolve();
    };
    const done = () => {
      underWay -= 1;
      goOn();
    };
    goOn();
  });
}
