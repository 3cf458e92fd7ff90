import { describe, expect, test } from 'vitest';
import type { Country } from '#src/kernel/locale/locale.ts';
import { buyerDocument } from '#src/kernel/validation/tax-ids/buyer-document.ts';
import { holderDocumentProblem } from './holder-document.ts';

describe('the document of a card’s holder', () => {
  test.each<[Country, string, string, string | null]>([
    ['BR', '529.982.247-25', 'cpf', null],
    ['BR', '529.982.247-24', 'cpf', 'validation.cpf'],
    ['BR', '', 'cpf', 'validation.required'],
    ['BR', '11.222.333/0001-81', 'cnpj', null],
    ['BR', '12.ABC.345/01DE-35', 'cnpj', null],
    ['BR', '12.abc.345/01de-35', 'cnpj', null],
    ['BR', '11.222.333/0001-82', 'cnpj', 'validation.cnpj'],
    ['BR', '12A', 'cnpj', 'validation.cnpj'],
    ['PE', '05209244', 'dni', null],
    ['PE', ' 05209244 ', 'dni', null],
    ['PE', '00000000', 'dni', 'validation.dni'],
    ['PE', '1234567', 'dni', 'validation.dni'],
    ['PE', '', 'dni', 'validation.required'],
    ['PE', '001234567', 'ce', null],
    ['PE', 'a01234567', 'ce', null],
    ['PE', '111111111', 'ce', 'validation.ce'],
    ['PE', '20100070970', 'ruc', null],
    ['PE', '20100070971', 'ruc', 'validation.ruc'],
    ['MZ', '123456789', 'nuit', 'validation.nuit'],
    ['MZ', '---', 'nuit', 'validation.nuit'],
  ])('%s: %j is a %s', (market, typed, type, problem) =>
    expect([
      buyerDocument({ document: typed }, market).type,
      holderDocumentProblem({ document: typed }, market),
    ]).toEqual([type, problem]),
  );

  test('Mozambique does not insist on one', () => expect(holderDocumentProblem({ document: '  ' }, 'MZ')).toBeNull());
});
