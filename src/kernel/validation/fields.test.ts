import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isChecked, termsRule } from './acceptance.rule.ts';
import { addressRule, complementRule } from './address.rule.ts';
import { birthDateRule } from './birth-date.rule.ts';
import { cardBrandRule, cardCvvRule, cardExpiryRule, readCardExpiry } from './card/card-fields.rules.ts';
import { emailRule, normalizeEmail } from './email.rule.ts';
import { nameRule } from './name.rule.ts';
import { normalizeText } from './normalize.ts';
import type { MessageKey } from './rule.types.ts';
import copy from './validation.copy.json' with { type: 'json' };

describe('NAME', () => {
  test.each([
    'Ana Lima',
    '  João da Silva ',
    "Joana d'Arc",
    'Ângela Conceição',
    'Ana’s Lima',
    'José  Pérez',
    `${'a'.repeat(40)} b`,
  ])('%j', (name) => {
    expect(nameRule(name)).toBeNull();
  });

  test.each([
    ['', 'required'],
    ['   ', 'required'],
    [`${'a'.repeat(41)} b`, 'name-too-long'],
    ['a'.repeat(41), 'name-too-long'],
    [`Ana ${'b'.repeat(120)}`, 'name-too-long'],
    ['Ana', 'name-incomplete'],
    ['Ana L1ma', 'name-format'],
    ['Ana Lima!', 'name-format'],
    ["Ana '", 'name-format'],
    ['Ana <b>', 'name-format'],
  ])('%j is %s', (name, message) => {
    expect(nameRule(name)).toBe(`validation.${message}`);
  });
});

describe('EMAIL', () => {
  test.each([
    'ana@site.com',
    'ana.lima+curso@sub.site.com.br',
    'AB@cd.br',
    'ab@c.br',
    'fulano@x.com',
    "o'neil@site.com",
    `${'a'.repeat(64)}@site.com.br`,
  ])('%j', (email) => {
    expect(emailRule(email)).toBeNull();
  });

  test.each([
    'ana',
    'a@site.com',
    'a@c.br',
    'ab@com',
    'joão@site.com',
    'ana@sité.com',
    'ana@site',
    'ana@site.c',
    'ana@site.123',
    'ana@@site.com',
    'ana@site@site.com',
    '.ana@site.com',
    'ana.@site.com',
    'an..a@site.com',
    'ana@-site.com',
    'ana@site-.com',
    'ana@site..com',
    'ana@.com',
    'ana lima@site.com',
    'ana@si te.com',
    `${'a'.repeat(65)}@site.com`,
    `ana@${'a'.repeat(73)}.com`,
    '@site.com',
    'ana@',
  ])('%j is refused', (email) => {
    expect(emailRule(email)).toBe('validation.email');
  });

  test('is stored trimmed and in small letters', () => {
    expect(normalizeEmail(' Ana@Site.COM ')).toBe('ana@site.com');
    expect(emailRule(' ')).toBe('validation.required');
  });
});

describe('card', () => {
  const today = '2026-11-20';

  test.each(['11/26', '1/27', '12 / 36', '11/2028'])('expiry %j', (value) => {
    expect(cardExpiryRule(value, { today })).toBeNull();
  });

  test.each(['10/26', '01/37', '13/27', '00/27', '11/25', '1127', '11/2', '11/028', 'ab/cd', '11/26/28', '11/2126'])(
    'expiry %j is refused',
    (value) => {
      expect(cardExpiryRule(value, { today })).toBe('validation.card-expiry');
    },
  );

  test('two-digit years become 20xx', () => {
    expect(readCardExpiry('03/29')).toEqual({ month: 3, year: 2029 });
  });

  test('the code is as long as the brand says', () => {
    expect(cardCvvRule('123')).toBeNull();
    expect(cardCvvRule('1234')).toBeNull();
    expect(cardCvvRule('1234', { length: 3 })).toBe('validation.card-cvv');
    expect(cardCvvRule('12a')).toBe('validation.card-cvv');
    expect(cardCvvRule('12345')).toBe('validation.card-cvv');
  });

  test('a brand must be chosen', () => {
    expect(cardBrandRule('')).toBe('validation.card-company');
    expect(cardBrandRule('visa')).toBeNull();
    expect(cardBrandRule(' ', { isNumberWhole: true })).toBe('validation.card-company-choice');
  });
});

describe('other fields', () => {
  test('a birth date is a day in the past within a life', () => {
    const today = '2026-11-20';
    expect(birthDateRule('20/11/2008', { today, minimumAge: 18 })).toBeNull();
    expect(birthDateRule('21/11/2008', { today, minimumAge: 18 })).toBe('validation.birth-date');
    expect(birthDateRule('2008-02-29', { today })).toBeNull();
    expect(birthDateRule('21/11/2026', { today })).toBe('validation.birth-date');
    expect(birthDateRule('20/11/1890', { today })).toBe('validation.birth-date');
    expect(birthDateRule('31/02/2000', { today })).toBe('validation.birth-date');
    expect(birthDateRule('', { today })).toBe('validation.required');
  });

  test('acceptance is a ticked box', () => {
    expect(termsRule('on')).toBeNull();
    expect(termsRule('true')).toBeNull();
    expect(termsRule('')).toBe('validation.terms');
    expect(termsRule('off')).toBe('validation.terms');
    expect(isChecked('0')).toBe(false);
  });

  test('text is stored in one form', () => {
    expect(normalizeText('  Joa\u0303o   Silva ')).toBe('João Silva');
  });
});

describe('words', () => {
  const complete: readonly Record<MessageKey, string>[] = [copy['pt-BR'], copy['es-PE']];

  test('both complete languages say every message, and Mozambique only what differs', () => {
    const [portuguese = {}, spanish = {}] = complete;
    expect(Object.keys(spanish)).toEqual(Object.keys(portuguese));
    for (const [key, words] of Object.entries(copy['pt-MZ'])) {
      expect(Object.entries(portuguese)).toContainEqual([key, expect.any(String)]);
      expect(Object.entries(portuguese)).not.toContainEqual([key, words]);
    }
  });

  test("the specification's words", () => {
    expect(copy['pt-BR']).toMatchObject({
      'validation.required': 'Este campo é obrigatório',
      'validation.name-too-long': 'Nome muito extenso',
      'validation.card-cvv': 'Revise o código de segurança.',
      'validation.card-company-choice': 'Selecione a bandeira do cartão.',
      'validation.phone':
        'Insira o DDD e um número de celular válido. Caso seja de fora do Brasil, selecione a bandeira no ícone ao lado.',
    });
  });
});

test('no rule needs more than a moment for a very long value', () => {
  const rules = [nameRule, emailRule, addressRule, complementRule, cardCvvRule];
  const pieces = ['a', ' ', 'a a', '@', 'a.', "'", '-', '1', 'é'];
  fc.assert(
    fc.property(fc.constantFrom(...pieces), fc.constantFrom(...rules), (piece, rule) => {
      // Processor time of this thread: a busy machine does not change it.
      const started = process.threadCpuUsage();
      rule(`${piece.repeat(200_000 / piece.length)}!`);
      const { user, system } = process.threadCpuUsage(started);
      expect((user + system) / 1_000).toBeLessThan(200);
    }),
  );
});
