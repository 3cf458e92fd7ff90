import { expect, test } from 'vitest';
import { screens } from '../registry.screens.generated.ts';

test('screens of the navigation have a key each, and no two the same', () => {
  const keys = Object.values(screens).flatMap((screen) => ('nav' in screen ? [screen.nav.key] : []));
  expect(keys.length).toBeGreaterThan(8);
  expect(new Set(keys).size).toBe(keys.length);
});
