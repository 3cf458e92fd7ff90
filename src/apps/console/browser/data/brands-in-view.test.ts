import { beforeAll, expect, test, vi } from 'vitest';
import type { Me } from '../../routes/me/me.types.ts';
import { brandsInView } from './brands-in-view.ts';
import { setMe } from './me-context.tsx';
import { setPreferences } from './preferences.ts';

const brandOf = (id: string, brand = id) => ({
  ...{ id, brand, name: id, timeZone: 'America/Sao_Paulo', currency: 'BRL' },
});
const me: Me = {
  ...{ accountId: 'acc_1', name: 'Ana', email: 'ana@school.example', grants: [], permissions: [] },
  brands: [brandOf('wise-up'), brandOf('a-trinca.oab', 'a-trinca'), brandOf('a-trinca.concursos', 'a-trinca')],
  ...{ environment: 'test', sandboxOrigin: null, timeZone: 'America/Sao_Paulo', locale: 'pt-BR' },
  now: '2026-11-27T12:00:00Z',
};

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  setMe(me);
  return () => vi.unstubAllGlobals();
});

test('brands of the scope chip narrow a list, each once, until the list’s own filter names others', () => {
  expect(brandsInView()).toEqual([]);
  setPreferences({ brands: ['a-trinca.oab', 'a-trinca.concursos', 'not-mine'] });
  expect(brandsInView()).toEqual(['a-trinca']);
  expect(brandsInView(['wise-up'])).toEqual(['wise-up']);
});
