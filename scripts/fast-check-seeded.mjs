// The fast-check of tests under `npm test` (compile-tests.mjs): the real one, with the seed that test.mjs chose.
import fc from 'fast-check';

const { TEST_SEED: seed } = process.env;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

export * from 'fast-check';
export default fc;
