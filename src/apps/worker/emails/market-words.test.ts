import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';

const { words } = readBrandParts();
const sent = ['email.', 'text.'];

/** What a message says, without the values that are put in. */
const textOf = (message: CompiledMessage): string =>
  typeof message === 'string'
    ? message
    : message
        .map((token) => {
          if (typeof token === 'string') return token;
          const choices = Object.values(token[2] ?? {});
          return choices.map((choice) => (Array.isArray(choice) ? textOf(choice) : '')).join(' ');
        })
        .join('');

/** Texts that hold one of these words, by key; those of the bank slip are sent in Brazil only. */
const saying = (locale: 'pt-MZ' | 'es-PE', foreign: RegExp): string[] =>
  Object.entries(words.wordsFor(null, locale, sent))
    .filter(([key]) => !key.startsWith('email.bank-slip.'))
    .filter(([, message]) => foreign.test(textOf(message)))
    .map(([key, message]) => `${key}: ${textOf(message)}`);

// pt-MZ inherits every word from pt-BR that it has none of its own for.
const brazilian =
  /\b(?:pix|cpf|cnpj|boletos?|você|celular|cadastr\w*|cupom|usuário|parcel\w*|senhas?|aparelhos?|equipe|encaminhe|fale com a gente|acessar|fatura)\b|(?:^|[.!?:,] )(?:seus?|suas?)\b|\b(?:está|estão) \w+ndo\b/iu;

test('e-mails and text messages to Mozambique say nothing as it is said in Brazil only', () => {
  expect(Object.keys(words.wordsFor(null, 'pt-MZ', sent)).length).toBeGreaterThan(200);
  expect(saying('pt-MZ', brazilian)).toEqual([]);
});

test('e-mails and text messages to Peru are in Spanish', () => {
  expect(saying('es-PE', /\b(?:você|não|seu|sua|com|uma|pagamento|boleto|pix|cpf)\b|[ãõç]/iu)).toEqual([]);
});
