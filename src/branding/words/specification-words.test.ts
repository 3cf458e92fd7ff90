import { describe, expect, test } from 'vitest';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';

const { brands, words } = readBrandParts();

/** A text as the buyers of a brand read it; one without anything to fill in. */
function read(id: string, key: string): string {
  const brand = brands.byId.get(id);
  if (!brand) throw new Error(`no brand ${id}`);
  const text: unknown = words.wordsFor(brand, brand.locale, [key])[key];
  if (Array.isArray(text) && text.every((part) => typeof part === 'string')) return text.join('');
  if (typeof text === 'string') return text;
  throw new Error(`${key} is no plain text`);
}

describe('the specification’s words, word for word', () => {
  test.each([
    ['meusucesso', 'lead.name.label', 'Nome Completo'],
    ['meusucesso', 'lead.email.label', 'E-mail'],
    ['meusucesso', 'lead.phone.label', 'Celular'],
    ['meusucesso.mz', 'lead.phone.label', 'Telemóvel'],
    ['meusucesso.mz', 'lead.name.label', 'Nome Completo'],
    ['eumilitar', 'lead.phone.label', 'Whatsapp'],
    ['meusucesso', 'shell.back', 'Voltar'],
    ['meusucesso', 'shell.staging', 'Homologação'],
    ['meusucesso', 'cookies.title', 'Os cookies do seu navegador estão desativados'],
    ['meusucesso', 'cookies.text', 'Ative e tente novamente.'],
    ['meusucesso', 'cookies.retry', 'Tentar novamente'],
    ['meusucesso.mz', 'payment.continue', 'Continuar'],
    ['meusucesso', 'generic-error.text', 'Ocorreu um erro inesperado, por gentileza tente novamente mais tarde.'],
    ['meusucesso', 'payment.error.general', 'Não conseguimos processar a transação. Faça uma nova tentativa.'],
    ['meusucesso', 'validation.card-company-choice', 'Selecione a bandeira do cartão.'],
  ])('%s, %s: %s', (id, key, text) => expect(read(id, key)).toBe(text));

  test('every label and message of theirs is there in Spanish too', () => {
    for (const key of ['lead.name.label', 'lead.email.label', 'shell.back', 'cookies.title', 'generic-error.text'])
      expect(read('wise-up.peru', key)).not.toBe(read('wise-up.online', key));
  });

  test('a slip in Mozambique: até 2 horas at the bank, até 2 dias for the access', () => {
    expect(read('meusucesso.mz', 'success.bank-slip.pending.text')).toContain('até 2 horas');
    expect(read('meusucesso.mz', 'success.bank-slip.access')).toContain(
      'até 2 dias depois da confirmação do pagamento',
    );
  });
});
