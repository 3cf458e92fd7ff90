import { describe, expect, test } from 'vitest';
import { declineCodes } from '#src/domain/payments/decline-policy/decline.types.ts';
import payment from '#src/apps/checkout/payment-form/payment.copy.json' with { type: 'json' };
import own from './card.copy.json' with { type: 'json' };

/** Codes of a card's rail and its gateways besides the schemes' own. */
const ours = [
  'card-not-again',
  'card-tries-used-up',
  'card-try-later',
  'foreign-installments',
  'not-authenticated',
  'card-token-invalid',
];

describe.each(['pt-BR', 'es-PE'] as const)('words for every refusal in %s', (locale) => {
  const words: Readonly<Record<string, string | undefined>> = { ...payment[locale], ...own[locale] };

  test.each([...declineCodes, ...ours])('%s', (code) => {
    expect(words[`declined.${code}`]).toMatch(/^.{30,200}\.$/);
  });
});
