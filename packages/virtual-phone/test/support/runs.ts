/** How many random cases a property gets: all of them, or a tenth in `npm run test:quick`. */
export function runs(all: number): number {
  return process.env.TEST_QUICK === undefined ? all : Math.ceil(all / 10);
}
