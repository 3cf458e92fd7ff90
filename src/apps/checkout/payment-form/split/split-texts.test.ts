import { expect, test } from 'vitest';
import { createTranslator } from '#src/ui/words/translator.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import type { OfferedMethod } from '../payment.types.ts';
import { buttonOfParts } from './split-texts.ts';

const words = createTranslator('pt-BR', readBrandParts().words.wordsFor(null, 'pt-BR', ['payment.', 'method.']));
const offered = (method: string, rail: string) => ({ method, rail }) as OfferedMethod;
const data = {
  methods: [offered('credit-card', 'card'), offered('pix', 'pix'), offered('bankslip', 'bank-slip')],
};
const button = (...methods: string[]): string | null => buttonOfParts(words, { data, methods, first: 'R$ 300,00' });

test.each([
  [['credit-card', 'pix'], 'Pagar R$ 300,00 no cartão e gerar o Pix'],
  [['credit-card', 'bankslip'], 'Pagar R$ 300,00 no cartão e gerar o boleto'],
  [['credit-card', 'credit-card'], null],
  [['pix', 'credit-card'], null],
  [['credit-card', 'pix', 'pix'], null],
])('The button of %o says %s', (methods, text) => expect(button(...methods)).toBe(text));
