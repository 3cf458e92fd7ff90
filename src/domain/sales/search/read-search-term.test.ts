import { describe, expect, test } from 'vitest';
import { searchSpellings } from '#tests/support/fixtures/search-spellings.ts';
import { readSearchTerm } from './read-search-term.ts';
import type { SearchProbe } from './search-term.types.ts';

/** A Friday; the days of `searchSpellings` are read by it. */
const today = '2026-11-27';

function probes(term: string): readonly string[] {
  return readSearchTerm(term, { today }).map(spelled);
}

function spelled(probe: SearchProbe): string {
  if (probe.kind === 'name') return `name ${probe.words.join(' ')}`;
  if (probe.kind === 'amount') return `amount ${probe.amount} ${probe.day ?? '-'}`;
  return `${probe.kind} ${probe.value}`;
}

const rows = searchSpellings.flatMap(([means, all]) => all.map((spelling) => ({ means, spelling })));

describe('a search term', () => {
  test('the list holds more than two hundred spellings', () => {
    expect(rows.length).toBeGreaterThanOrEqual(200);
    expect(new Set(rows.map(({ means, spelling }) => `${means}\n${spelling}`)).size).toBe(rows.length);
  });

  test.each(rows)('"$spelling" means $means', ({ means, spelling }) => {
    expect(probes(spelling)).toContain(means);
  });

  test.each([
    ['maria@example.com', ['email maria@example.com']],
    ['final 1142', ['last4 1142']],
    ['CPF 529.982.247-25', ['document 52998224725']],
    ['E30306294202611241200abcdefghijk', ['movement E30306294202611241200abcdefghijk']],
    ['ord_AbCdEfGhIjKlMnOpQrStUv', ['id ord_AbCdEfGhIjKlMnOpQrStUv']],
    ['R$ 1.140,00 ontem', ['amount 114000 2026-11-26']],
    ['Maria da Silva', ['name maria silva']],
  ])('"%s" means nothing else', (spelling, means) => expect(probes(spelling)).toEqual(means));

  test.each(['', '   ', '@', 'maria@', '@example', '!!', '---', 'de', '000', 'R$', 'x@'])(
    '"%s" never throws and means no name',
    (spelling) => expect(probes(spelling).filter((probe) => probe.startsWith('name'))).toEqual([]),
  );

  test('a wrong CPF is no document, a wrong day no amount', () => {
    expect(probes('529.982.247-26').filter((probe) => probe.startsWith('document'))).toEqual([]);
    expect(probes('49,90 31/02').filter((probe) => probe.startsWith('amount'))).toEqual([]);
  });

  test('a Pix code is found by its text', () => {
    const code = '00020126580014br.gov.bcb.pix0136abc5204000053039865802BR5906Escola6009SAO PAULO62070503***63041D3D';
    expect(probes(code)).toEqual([`payment-code ${code.replaceAll(' ', '')}`]);
  });

  test('text of any length is read in a moment', () => {
    const began = performance.now();
    for (const text of [
      '1'.repeat(100_000),
      '1.'.repeat(50_000),
      'a b '.repeat(50_000),
      ' '.repeat(100_000),
      '9,9 '.repeat(9_000),
    ])
      readSearchTerm(text, { today });
    expect(performance.now() - began).toBeLessThan(500);
  });
});
