import { describe, expect, test } from 'vitest';
import { csvText, decimalText } from './csv-text.ts';

const row = [
  'Ana; "a boa", ltda',
  123n,
  null,
  { units: -114_000n },
  { at: new Date('2026-11-27T17:03:09Z'), timeZone: 'America/Sao_Paulo' },
];

describe('CSV', () => {
  test('has semicolons and decimal commas in Portuguese', () => {
    expect(csvText([row], 'pt-BR')).toBe('"Ana; ""a boa"", ltda";123;;-1140,00;2026-11-27 14:03:09\r\n');
  });

  test('follows RFC 4180 elsewhere', () => {
    expect(csvText([row, ['a\nb']], 'en')).toBe(
      '"Ana; ""a boa"", ltda",123,,-1140.00,2026-11-27 14:03:09\r\n"a\nb"\r\n',
    );
  });

  test.each(['=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(A1)', '\tx'])('makes no formula of %j', (text) => {
    expect(csvText([[text]], 'pt-BR').replaceAll('"', '')).toMatch(/^'/);
  });

  test('writes an amount below one unit with its zeros', () => {
    expect([0n, 5n, -5n, 99n, 100n].map((units) => decimalText(units, ','))).toEqual([
      '0,00',
      '0,05',
      '-0,05',
      '0,99',
      '1,00',
    ]);
  });
});
