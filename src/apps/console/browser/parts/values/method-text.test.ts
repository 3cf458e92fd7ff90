import { expect, test } from 'vitest';
import { rails } from '#src/rails/registry.generated.ts';
import { createTranslator } from '#src/ui/words/translator.ts';
import copy from '../parts.copy.json' with { type: 'json' };
import { methodsText, methodText, storedMethods } from './method-text.ts';

const t = createTranslator('pt-BR', copy['pt-BR']);
const names = Object.values(rails).flatMap(({ methods }) => methods);

test('a method has a word under each name that callers may give it', () => {
  expect(names.filter((name) => methodText(t, name) === name)).toEqual([]);
  expect(methodsText(t, ['bankslip', 'pix'], '1142')).toBe('Boleto + Pix · 1142');
});

test('a list is asked for sales under every name of the chosen methods', () => {
  for (const { methods } of Object.values(rails)) {
    const chosen = methods.filter((name) => `parts.method.${name}` in copy['pt-BR']);
    expect(storedMethods(chosen).toSorted()).toEqual([...methods].toSorted());
  }
  expect(storedMethods([])).toEqual([]);
});
