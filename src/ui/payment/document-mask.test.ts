import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentCaret, formatDocument } from './document-mask.ts';

describe('layDocument', () => {
  test.each([
    ['', ''],
    ['529', '529'],
    ['5299', '529.9'],
    ['52998224725', '529.982.247-25'],
    ['529.982.247-25', '529.982.247-25'],
    ['529982247251', '52.998.224/7251'],
    ['11222333000181', '11.222.333/0001-81'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    ['12a', '12.A'],
    ['112223330001819', '11.222.333/0001-81'],
  ])('%s becomes %s', (typed, shown) => expect(formatDocument(typed)).toBe(shown));

  test('keeps letters and digits and is stable', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (typed) => {
        const once = formatDocument(typed);
        expect(formatDocument(once)).toBe(once);
        expect(once.replaceAll(/[^0-9A-Z]/g, '')).toBe(
          typed
            .toUpperCase()
            .replaceAll(/[^0-9A-Z]/g, '')
            .slice(0, 14),
        );
      }),
    );
  });
});

describe('documentCaret', () => {
  test('stays behind the same digit', () => {
    expect(documentCaret('529.982.247-25', 0)).toBe(0);
    expect(documentCaret('529.982.247-25', 3)).toBe(3);
    expect(documentCaret('529.982.247-25', 4)).toBe(5);
    expect(documentCaret('529.982.247-25', 11)).toBe(14);
  });
});
