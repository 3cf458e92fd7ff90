import { describe, expect, test } from 'vitest';
import { findSeller } from './sellers.ts';

const ana = { code: 'ana', name: 'Ana Prado', isLiveEnabled: true, account: '0031' };

describe('sellers', () => {
  test.each([
    ['ana', 'Ana Prado'],
    [' ANA ', 'Ana Prado'],
    ['performance', 'Performance'],
    ['franchising', 'Franquias'],
    ['nobody', undefined],
  ])('%s is %s', (code, name) => {
    expect(findSeller([ana], code)?.name).toBe(name);
  });

  test('a brand may name the ones that every business has', () => {
    const own = { code: 'franchising', name: 'Rede de escolas', isLiveEnabled: true, account: null };
    expect(findSeller([own], 'franchising')).toBe(own);
  });
});
