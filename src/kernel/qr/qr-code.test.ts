import fc from 'fast-check';
import { type BitMatrix, create } from 'qrcode';
import { describe, expect, test } from 'vitest';
import { qrPicture, segmentsOf } from './qr-code.server.ts';
import { withBestMask } from './qr-mask.server.ts';

const text =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Escola Modelo6008BRASILIA62070503***63041D3D';

/** Reads the path back into modules, as a camera would see them. */
function modulesOf(src: string): Set<string> {
  const path = /#000' d='(M[^']+)'/.exec(decodeURIComponent(src.slice(src.indexOf(',') + 1)))?.[1] ?? '';
  const dark = new Set<string>();
  let x = 0;
  let y = 0;
  for (const [, command, first, second] of path.matchAll(/([Mmh])(\d+)(?: ([\d.]+))?/g)) {
    if (command === 'M') [x, y] = [Number(first), Math.floor(Number(second))];
    else if (command === 'm') x += Number(first);
    else for (const end = x + Number(first); x < end; x += 1) dark.add(`${x},${y}`);
  }
  return dark;
}

const masks = [0, 1, 2, 3, 4, 5, 6, 7] as const;

function darkOf(modules: BitMatrix): Set<string> {
  const dark = new Set<string>();
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) dark.add(`${column + 4},${row + 4}`);
    }
  }
  return dark;
}

describe('qrPicture', () => {
  test('draws exactly the modules of the symbol, inside a quiet zone of four', () => {
    const picture = qrPicture(text);
    const drawn = modulesOf(picture.src);
    const symbols = masks.map(
      (maskPattern) => create(segmentsOf(text), { errorCorrectionLevel: 'M', maskPattern }).modules,
    );
    const same = symbols.filter((modules) => {
      expect(picture.size).toBe(modules.size + 8);
      return [...darkOf(modules)].toSorted().join() === [...drawn].toSorted().join();
    });
    expect(same).toHaveLength(1);
  });

  test('bears the pattern that reads best, and is at most one size larger than the smallest symbol of a payment code', () => {
    const codes = fc.tuple(
      fc.stringMatching(/^[a-z0-9.-]{8,25}\/[a-z0-9/-]{10,40}$/),
      fc.stringMatching(/^[A-Z ]{5,25}$/),
      fc.stringMatching(/^[0-9]{3,9}\.[0-9]{2}$/),
    );
    fc.assert(
      fc.property(codes, ([address, name, amount]) => {
        const code = `00020126830014br.gov.bcb.pix2561${address}52040000530398654${amount}5802BR5925${name}6304ABCD`;
        const chosen = create(code, { errorCorrectionLevel: 'M' });
        const draft = create(code, { errorCorrectionLevel: 'M', maskPattern: 0 });
        const { pattern, bits } = withBestMask(draft.modules);
        expect(pattern).toBe(chosen.maskPattern);
        expect([...bits]).toEqual([...chosen.modules.data].map(Number));
        expect(qrPicture(code).size).toBeLessThanOrEqual(chosen.modules.size + 8 + 4);
      }),
      { numRuns: 30 },
    );
  });

  test('is an address that fits an attribute and needs no style', () => {
    const { src } = qrPicture(text);
    expect(src).toMatch(/^data:image\/svg\+xml,%3Csvg /);
    expect(src).not.toMatch(/["<>#]|style/);
    expect(decodeURIComponent(src)).toContain("fill='#fff'");
  });

  test('refuses what no symbol can hold', () => {
    expect(() => qrPicture('x'.repeat(3000))).toThrow();
  });
});
