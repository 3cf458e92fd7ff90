import { expect, test } from 'vitest';
import { parsePreferences } from './preferences.ts';

test('preferences of another version or of nobody give way to the defaults, one by one', () => {
  const defaults = parsePreferences({});
  expect(defaults).toEqual({
    ...{ theme: 'system', density: 'normal', locale: null, isRailCollapsed: false, hasKeys: true, brands: [] },
  });
  for (const stored of [null, 'x', 3, { theme: 'pink', density: 1, locale: 'fr', brands: 'a' }])
    expect(parsePreferences(stored)).toEqual(defaults);
  expect(parsePreferences({ theme: 'dark', hasKeys: false, brands: ['a', 2] })).toMatchObject({
    ...{ theme: 'dark', hasKeys: false, brands: ['a'] },
  });
});
