import { defineConfig } from 'vitest/config';
import { groupNamed } from './groups.ts';

// Chosen here and not by Stryker's `testFiles`: with it, mutants of what a file does while it is loaded are never switched on.
const { tests } = groupNamed(process.env['MUTATION_GROUP'] ?? '');

/** The tests that judge the mutants of one group: the same files as in `npm test`, without a database server for the run. */
export default defineConfig({
  test: { include: [...tests], setupFiles: ['tests/mutation/one-seed.ts'], isolate: false },
});
