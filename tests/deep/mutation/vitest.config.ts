import { ThreadsPoolWorker } from 'vitest/node';
import { defineConfig } from 'vitest/config';
import { testTags } from '../../support/depth.ts';
import { groupNamed, testsOf } from './groups.ts';
import { createPersistentPool } from './persistent-pool.ts';

const group = groupNamed(process.env['MUTATION_GROUP'] ?? '');
const isSecond = (process.env['MUTATION_SURVIVORS'] ?? '[]') !== '[]';
const { initializer, end } = createPersistentPool((options) => new ThreadsPoolWorker(options));

/**
 * The tests that judge the mutants of one group, or of one file of it: the same files as in `npm test`. Those that need no
 * database have no server for the run; the others share one, and a thread that has loaded the domain.
 */
export default defineConfig({
  plugins: group.judgingTests
    ? [
        {
          name: initializer.name,
          configureVitest({ project, vitest }) {
            // Stryker itself can only name one of Vitest's own.
            project.config.pool = initializer.name;
            project.config.poolRunner = initializer;
            vitest.onClose(end);
          },
        },
      ]
    : [],
  test: {
    // Chosen here and not by Stryker's `testFiles`: with it, mutants of what a file does while it is loaded are never switched on.
    include: isSecond ? [...group.tests] : [...testsOf(group, process.env['MUTATION_FILE'])],
    setupFiles: ['tests/deep/mutation/fixed-seed.ts'],
    isolate: false,
    tags: [...testTags],
    // A mutant must not count as killed because the machine is busy: Stryker gives up what hangs.
    ...(group.judgingTests ? { testTimeout: 1_800_000, hookTimeout: 1_800_000 } : {}),
    provide: { testDatabaseFolder: process.env['MUTATION_DATABASE'] ?? '' },
  },
});
