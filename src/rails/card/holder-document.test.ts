import { describe, expect, test } from 'vitest';
import type { Country } from '#src/kernel/locale/locale.ts';
import { readHolderDocument } from './holder-document.ts';

describe('the document of a card’s holder', () => {
  test.each<[Country, string, string, string, string | null]>([
    ['BR', '529.982.247-25', 'cpf', '52998224725', null],
    ['BR', '529.982.247-24', 'cpf', '52998224724', 'validation.cpf'],
    ['BR', '', 'cpf', '', 'validation.required'],
    ['BR', '11.222.333/0001-81', 'cnpj', '11222333000181', null],
    ['BR', '12.ABC.345/01DE-35', 'cnpj', '12ABC34501DE35', null],
    ['BR', '12.abc.345/01de-35', 'cnpj', '12ABC34501DE35', null],
    ['BR', '11.222.333/0001-82', 'cnpj', '11222333000182', 'validation.cnpj'],
    ['BR', '12A', 'cnpj', '12A', 'validation.cnpj'],
    ['PE', '05209244', 'dni', '05209244', null],
    ['PE', ' 17801146-0 ', 'dni', '17801146', null],
    ['PE', '00000000', 'dni', '00000000', 'validation.dni'],
    ['PE', '1234567', 'dni', '1234567', 'validation.dni'],
    ['PE', '', 'dni', '', 'validation.required'],
    ['PE', '001234567', 'ce', '001234567', null],
    ['PE', 'a01234567', 'ce', 'A01234567', null],
    ['PE', '111111111', 'ce', '111111111', 'validation.ce'],
    ['PE', '20100070970', 'ruc', '20100070970', null],
    ['PE', '20100070971', 'ruc', '20100070971', 'validation.ruc'],
    ['MZ', '123456789', 'nuit', '123456789', 'validation.nuit'],
    ['MZ', '---', 'nuit', '', 'validation.nuit'],
  ])('%s: %j is a %s', (market, typed, type, number, problem) =>
    expect(readHolderDocument(typed, market)).toEqual({ type, number, problem }),
  );

  test('Mozambique does not insist on one', () => expect(readHolderDocument('  ', 'MZ')).toBeNull());
});
