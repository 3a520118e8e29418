/** How many random cases a property draws: all of them in `npm run test:long`, a quarter in `npm test`, a tenth in a quick run. */
export function runs(all: number): number {
  const { TEST_LONG, TEST_QUICK } = process.env;
  return TEST_LONG !== undefined ? all : Math.ceil(all / (TEST_QUICK === undefined ? 4 : 10));
}
