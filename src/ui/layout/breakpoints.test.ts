import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Screen widths at which layouts may change, in CSS pixels (specification, section 9). */
const breakpoints: readonly number[] = [0, 375, 420, 426, 576, 768, 1024, 1200, 1400];

const src = path.resolve(import.meta.dirname, '../..');
/** Below this width the logo is 110 px wide, whatever the brand says (specification, section 9). */
const narrowestLogo = 250;

const sheets = ['ui', 'apps/checkout', 'rails'].flatMap((room) =>
  readdirSync(path.join(src, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => path.join(room, file)),
);

test('layouts change at the breakpoints and nowhere else', () => {
  const widths = sheets.flatMap((file) =>
    [...readFileSync(path.join(src, file), 'utf8').matchAll(/@media[^{]*\((min|max)-width:\s*([\d.]+)px\)/g)].map(
      ([, kind, width]) => ({ file, from: kind === 'min' ? Number(width) : Number(width) + 1 }),
    ),
  );
  expect(widths.length).toBeGreaterThan(5);
  expect(widths.filter(({ from }) => from !== narrowestLogo && !breakpoints.includes(from))).toEqual([]);
});
