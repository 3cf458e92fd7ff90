import { describe, expect, test } from 'vitest';
import { createTranslator } from '#src/ui/words/translator.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import { isSameCompany, payeeOf } from './payee.server.ts';

const seller = 'Wise Up Escola de Inglês Ltda.';
const words = createTranslator('pt-BR', readBrandParts().words.wordsFor(null, 'pt-BR', ['payee.']));
const request = { words, visit: { brand: { businessName: seller } } } as unknown as PageRequest;

describe('the receiver that a bank shows', () => {
  test('is named with its CNPJ, and with the seller it receives for', () => {
    expect(payeeOf(request, { payee: { name: 'Escola Matrícula Ltda', document: '12345678000195' } })).toEqual({
      name: 'Escola Matrícula Ltda, CNPJ 12.345.678/0001-95',
      note: 'Escola Matrícula Ltda recebe em nome de Wise Up Escola de Inglês Ltda.',
    });
  });

  test('needs no explanation when it is the seller', () => {
    expect(payeeOf(request, { payee: { name: 'WISE UP ESCOLA DE INGLES LTDA', document: null } })).toEqual({
      name: 'WISE UP ESCOLA DE INGLES LTDA',
      note: null,
    });
  });

  test('keeps the number of a person to itself', () => {
    expect(payeeOf(request, { payee: { name: 'Maria', document: '39053344705' } })?.name).toBe('Maria');
  });

  test.each([{}, { payee: null }, { payee: { name: '' } }])(
    'is not named where the gateway names nobody: %o',
    (given) => expect(payeeOf(request, given)).toBeNull(),
  );

  test.each([
    ['WISE UP ESCOLA DE INGLES', seller, false],
    ['WISE UP ESCOLA DE INGLES L', seller, true],
    ['Wise Up Escola de Ingles LTDA', seller, true],
    ['Escola Matrícula Ltda', seller, false],
  ])('"%s" for the seller "%s" is the same company: %s', (shown, sold, isSame) =>
    expect(isSameCompany(shown, sold)).toBe(isSame),
  );
});
