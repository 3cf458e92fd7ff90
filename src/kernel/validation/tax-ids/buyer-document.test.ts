import { describe, expect, test } from 'vitest';
import { buyerDocument, buyerDocumentProblem } from './buyer-document.ts';

describe('the kind that the buyer chose decides', () => {
  test.each([
    ['dni', '71702935', null],
    ['dni', '00000000', 'validation.dni'],
    ['dni', '7170293', 'validation.dni'],
    ['dni', '717029351', 'validation.dni'],
    ['dni', '', 'validation.required'],
    ['ce', '001234567', null],
    ['ce', 'AB1234567', null],
    ['ce', '71702935', 'validation.ce'],
    ['ruc', '20512333797', null],
    ['ruc', '20512333798', 'validation.ruc'],
    ['ruc', '71702935', 'validation.ruc'],
  ])('%s %s: %s', (documentType, document, problem) => {
    expect(buyerDocumentProblem({ documentType, document }, 'PE')).toBe(problem);
    expect(buyerDocument({ documentType, document }, 'PE').type).toBe(documentType);
  });
});

test('a number without a chosen type gets the type that it looks like', () => {
  const types = ['71702935', '001234567', '20512333797'].map(
    (document) => buyerDocument({ document, documentType: '' }, 'PE').type,
  );
  expect(types).toEqual(['dni', 'ce', 'ruc']);
});

test('a kind of another country counts as none', () => {
  expect(buyerDocument({ document: '529.982.247-25', documentType: 'dni' }, 'BR')).toEqual({
    type: 'cpf',
    number: '52998224725',
  });
  expect(buyerDocument({ document: '71702935', documentType: 'cpf' }, 'PE').type).toBe('dni');
});
