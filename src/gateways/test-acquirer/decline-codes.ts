import type { Decline } from '#src/domain/payments/index.ts';

/**
 * The acquirer's return codes as our own words. The numbers are those of ABECS's Normativo 21 (in force since 2020-07-15)
 * and of the sandbox's documented refusals; `reversible` is whether the same card may be tried again.
 */
const known: Readonly<Record<string, Omit<Decline, 'raw'>>> = {
  '05': { code: 'card-declined', reversible: true },
  '14': { code: 'card-number-invalid', reversible: false },
  '41': { code: 'card-blocked', reversible: false },
  '43': { code: 'card-blocked', reversible: false },
  '46': { code: 'card-canceled', reversible: false },
  '51': { code: 'insufficient-funds', reversible: true },
  '54': { code: 'card-expired', reversible: false },
  '57': { code: 'card-not-permitted', reversible: false },
  '59': { code: 'card-declined', reversible: true },
  '70': { code: 'card-declined', reversible: true },
  '77': { code: 'card-canceled', reversible: false },
  '78': { code: 'card-blocked', reversible: true },
  '82': { code: 'security-code-invalid', reversible: true },
  '91': { code: 'issuer-unavailable', reversible: true },
  '96': { code: 'issuer-unavailable', reversible: true },
  '99': { code: 'issuer-unavailable', reversible: true },
  NA: { code: 'not-authenticated', reversible: true },
  R0: { code: 'card-declined', reversible: false },
  R1: { code: 'card-declined', reversible: false },
  R3: { code: 'card-declined', reversible: false },
};

/** An unknown code is an ordinary refusal that may be tried again. */
export function declineOf(returnCode: string): Decline {
  return { ...(known[returnCode] ?? { code: 'card-declined', reversible: true }), raw: returnCode };
}

/** Refusals of the request itself, before any bank was asked: the card has to be typed again, or something is wrong with us. */
export function refusalOf(code: string): Decline {
  const isToken = code.startsWith('token-');
  return { code: isToken ? 'card-token-invalid' : 'gateway-refused', raw: code, reversible: isToken };
}
