import { type BitMatrix, create } from 'qrcode';
import { describe, expect, test } from 'vitest';
import { qrPicture } from './qr-code.server.ts';

const text =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Escola Modelo6008BRASILIA62070503***63041D3D';

/** Parses the path back into modules, as a camera reads them. */
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
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    expect(picture.size).toBe(modules.size + 8);
    expect([...drawn].toSorted()).toEqual([...darkOf(modules)].toSorted());
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
