import bwipJs from 'bwip-js/node';
import fc from 'fast-check';
import JsBarcode from 'jsbarcode';
import { describe, expect, test } from 'vitest';
import { itf25Bars, itf25Path, itf25Widths } from './itf25.ts';

const digits = fc
  .array(fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 2, maxLength: 2 }), {
    minLength: 1,
    maxLength: 22,
  })
  .map((pairs) => pairs.join(''));

/** Bars and gaps as one row of dark (1) and light (0) narrow elements. */
function row(text: string): string {
  const { units, bars } = itf25Bars(text);
  const dark = new Set(bars.flatMap(({ x, width }) => Array.from({ length: width }, (_, index) => x + index)));
  return Array.from({ length: units }, (_, index) => (dark.has(index) ? '1' : '0')).join('');
}

describe('interleaved 2 of 5', () => {
  test('draws the row that JsBarcode draws', () => {
    fc.assert(
      fc.property(digits, (text) => {
        const drawn: { encodings?: readonly { readonly data: string }[] } = {};
        JsBarcode(drawn, text, { format: 'ITF' });
        expect(row(text)).toBe(drawn.encodings?.[0]?.data);
      }),
    );
  });

  test('has the widths that bwip-js has', () => {
    fc.assert(
      fc.property(digits, (text) => {
        const [symbol] = bwipJs.raw({ bcid: 'interleaved2of5', text });
        const widths = symbol && 'sbs' in symbol ? symbol.sbs.slice(0, itf25Widths(text).length) : [];
        expect([...itf25Widths(text)].map((element) => (element === 'W' ? 2 : 1))).toEqual(widths);
      }),
    );
  });

  test('a slip has 227 elements in 405 units', () => {
    const slip = '23799163600000095001234090000000045301234560';
    expect(itf25Widths(slip)).toHaveLength(227);
    expect(itf25Bars(slip).units).toBe(405);
    expect(itf25Path('00', 10).startsWith('M0 0h1v10h-1zM2 0h1v10h-1z')).toBe(true);
  });

  test.each(['', '1', '123', '12a4'])('%j is refused', (text) => {
    expect(() => itf25Widths(text)).toThrow(RangeError);
  });
});
