import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { testTags } from './tests/support/depth.ts';
import { FileOrder } from './tests/support/file-order.ts';

// The bad cases of the walls are read by a test, never run as tests.
const exclude = [...configDefaults.exclude, 'tests/architecture/bad/**'];

/**
 * They put another module or another global in the place of the real one while their file is loaded, or count the statement
 * names of their process, of which all files together use more than there are.
 */
const isolated = [
  'src/apps/checkout/site/web-vitals/start-web-vitals.test.ts',
  'src/kernel/db/pool.test.ts',
  'src/kernel/db/pooler.test.ts',
  'src/kernel/db/stale-plans.test.ts',
];

/** They hold against planted mistakes what `npm run verify` looks with, which runs them. */
const judges = [
  'tests/architecture/{import-rules,lint,unused}.test.ts',
  'tools/brands/*.test.ts',
  'tools/new-brand/*.test.ts',
  'tools/check-brands.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['tests/support/database/database-run.server.ts'],
    // The first test of a run that asks for a database waits for its server; others may be using the machine.
    hookTimeout: 60_000,
    // Tests wait for PostgreSQL more than they reckon: three on two cores keep both busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // A test that counts thousands of cases must not fail because the machine is busy.
    testTimeout: 60_000,
    // Nor one that looks until something has happened: Vitest's own patience is a second.
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: FileOrder },
    tags: [...testTags],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.ts',
            'src/**/*.test.tsx',
            'tools/**/*.test.ts',
            'sandbox/**/*.test.ts',
            'tests/{architecture,compat,gateways,vectors,support}/**/*.test.ts',
            'tests/deep/{abuse,canaries,deploy,failover,mutation,restore}/**/*.test.ts',
            'tests/deep/model/simulator/*.test.ts',
            'tests/access/routes.test.ts',
            'tests/deep/fuzz/!(smoke).test.ts',
          ],
          exclude: [...exclude, ...isolated, ...judges],
          // A process loads the product once for all its files, and keeps its databases and the brands it has read.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated, exclude } },
      { extends: true, test: { name: 'judges', include: judges, exclude, isolate: false } },
      {
        extends: true,
        test: {
          name: 'races',
          include: ['tests/races/**/*.test.ts'],
          exclude,
          fileParallelism: false,
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          globalSetup: ['tests/support/processes/product-run.server.ts'],
          include: [
            'tests/journeys/**/*.test.ts',
            'tests/access/matrix.test.ts',
            'tests/deep/fuzz/smoke.test.ts',
            'tests/deep/model/http/*.test.ts',
          ],
          exclude,
          fileParallelism: false,
          // One process for all files: a process and a browser of each cost two and a half seconds of the processor.
          isolate: false,
          sequence: { groupOrder: 2 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
