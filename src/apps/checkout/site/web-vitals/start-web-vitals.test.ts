import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWebVitals } from './start-web-vitals.ts';

vi.mock(import('web-vitals'), () => ({
  onCLS: vi.fn<typeof onCLS>(),
  onFCP: vi.fn<typeof onFCP>(),
  onINP: vi.fn<typeof onINP>(),
  onLCP: vi.fn<typeof onLCP>(),
  onTTFB: vi.fn<typeof onTTFB>(),
}));

const listened = vi.fn<(event: string) => void>();
beforeEach(() => {
  const data = JSON.stringify({ checkout: { brand: 'meusucesso', variant: null, product: null } });
  vi.stubGlobal('document', { getElementById: () => ({ textContent: data }), querySelector: () => null });
  vi.stubGlobal('addEventListener', listened);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test.each([0, 0.5, 1 - Number.EPSILON])('every visit is measured: the draw of %d too', (drawn) => {
  vi.spyOn(Math, 'random').mockReturnValue(drawn);
  const early: unknown[] = [];
  startWebVitals(early);
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) expect(observe).toHaveBeenCalledOnce();
  expect(listened.mock.calls.map(([event]) => event)).toEqual(['visibilitychange', 'pagehide']);
});
