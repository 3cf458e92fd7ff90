import { afterEach, describe, expect, test, vi } from 'vitest';
import { sessionStore } from './session-store.ts';

/** A session storage in memory, as far as the helper uses one. */
function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('what the browser remembers for a session', () => {
  const keys = [
    'dataLead',
    'dataForm',
    'dataPix',
    'defaultSelectedPlan',
    'isPaymentInPerson',
    'PURCHASED_PROFILES_AMOUNT',
    'PURCHASED_PLAN',
    'shouldUseUpsellTheme',
  ] as const;

  test.each(keys)('%s is kept by its own name as JSON, read and removed', (key) => {
    const storage = memory();
    vi.stubGlobal('sessionStorage', storage);
    expect(sessionStore.read(key)).toBeNull();
    for (const value of [{ name: 'Ana' }, 'wup-annual-t', 3, true, null]) {
      sessionStore.write(key, value);
      expect(storage.kept).toEqual(new Map([[key, JSON.stringify(value)]]));
      expect(sessionStore.read(key)).toEqual(value);
    }
    sessionStore.remove(key);
    expect(storage.kept.size).toBe(0);
    expect(sessionStore.read(key)).toBeNull();
  });

  test('text that is not JSON counts as nothing', () => {
    const storage = memory();
    storage.kept.set('dataForm', '{"name":');
    vi.stubGlobal('sessionStorage', storage);
    expect(sessionStore.read('dataForm')).toBeNull();
  });

  test('storage that is full, forbidden or not there fails nobody', () => {
    const refuse = (): never => {
      throw new DOMException('no', 'QuotaExceededError');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    sessionStore.write('dataForm', { name: 'Ana' });
    sessionStore.remove('dataForm');
    expect(sessionStore.read('dataForm')).toBeNull();
    vi.stubGlobal('sessionStorage', undefined);
    sessionStore.write('dataForm', { name: 'Ana' });
    sessionStore.remove('dataForm');
    expect(sessionStore.read('dataForm')).toBeNull();
  });
});
