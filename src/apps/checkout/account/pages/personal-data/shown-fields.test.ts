import { expect, test } from 'vitest';
import { createTranslator } from '#src/ui/words/translator.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { shownFields } from './shown-fields.server.ts';

const reader = {
  words: createTranslator('pt-BR', readBrandParts().words.wordsFor(null, 'pt-BR', ['personal-data.'])),
  ...({ locale: 'pt-BR', zone: 'America/Sao_Paulo', currency: 'BRL' } as const),
};
const read = (row: Parameters<typeof shownFields>[0]): readonly string[] =>
  shownFields(row, reader).map(({ name, value }) => `${name}: ${value.replaceAll('\u00a0', ' ')}`);

test('Money and times of a kept row are those of its reader’s country, names are words', () => {
  expect(
    read({
      total: 114_000,
      currency: 'BRL',
      paid_at: '2026-11-27T13:50:00.000Z',
      accepted: true,
      birth_date: '2012-05-03',
    }),
  ).toEqual([
    'Total: R$ 1.140,00',
    'Moeda: BRL',
    'Pago em: 27/11/2026 10:50',
    'Aceito: Sim',
    'Data de nascimento: 03/05/2012',
  ]);
});

test('A row of another currency is shown in that one', () => {
  expect(read({ amount: 118_800, currency: 'PEN' })[0]).toBe('Valor: S/ 1.188,00');
});

test('A structure is shown as its parts, nothing as nothing, and a name without words as it is kept', () => {
  expect(read({ address: { city: 'Curitiba', state: 'PR' }, seller: null, lead_id: 'lea_1', number: 7 })).toEqual([
    ...['Endereço · Cidade: Curitiba', 'Endereço · Estado: PR', 'lead_id: lea_1', 'Número: 7'],
  ]);
});
