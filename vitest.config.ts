import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The bad cases of the walls are read by a test, never run as tests.
    exclude: [...configDefaults.exclude, 'tests/architecture/bad/**'],
  },
});
