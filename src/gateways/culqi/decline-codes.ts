import type { Decline } from '#src/domain/payments/index.ts';

/** Culqi's words for a refusal as our own codes; `reversible`: the same card, or wallet, may be tried again. */
const known: Readonly<Record<string, Omit<Decline, 'raw'>>> = {
  // Cards (`decline_code`).
  expired_card: { code: 'card-expired', reversible: false },
  stolen_card: { code: 'card-blocked', reversible: false },
  lost_card: { code: 'card-blocked', reversible: false },
  insufficient_funds: { code: 'insufficient-funds', reversible: true },
  contact_issuer: { code: 'card-declined', reversible: true },
  issuer_decline_operation: { code: 'card-declined', reversible: true },
  invalid_cvv: { code: 'security-code-invalid', reversible: true },
  incorrect_cvv: { code: 'security-code-invalid', reversible: true },
  too_many_attempts_cvv: { code: 'card-blocked', reversible: false },
  issuer_not_available: { code: 'issuer-unavailable', reversible: true },
  processing_error: { code: 'issuer-unavailable', reversible: true },
  invalid_card: { code: 'card-number-invalid', reversible: false },
  invalid_number: { code: 'card-number-invalid', reversible: false },
  fraudulent: { code: 'card-not-permitted', reversible: false },
  not_permitted: { code: 'card-not-permitted', reversible: false },
  authentication_failed: { code: 'not-authenticated', reversible: true },
  // The wallet.
  invalid_otp: { code: 'approval-code-wrong', reversible: true },
  expired_otp: { code: 'approval-code-expired', reversible: true },
  phone_not_enrolled: { code: 'wallet-unknown', reversible: true },
  wallet_blocked: { code: 'wallet-blocked', reversible: false },
  limit_exceeded: { code: 'wallet-limit', reversible: true },
};

/** An unknown word is an ordinary refusal that may be tried again. */
export function declineOf(word: string): Decline {
  return { ...(known[word] ?? { code: 'card-declined', reversible: true }), raw: word };
}

/** The request itself was not taken: a token has to be made anew, or something is wrong with us. */
export function refusalOf(word: string, isAboutToken: boolean): Decline {
  if (known[word]) return declineOf(word);
  return isAboutToken
    ? { code: 'card-token-invalid', raw: word, reversible: true }
    : { code: 'gateway-refused', raw: word, reversible: false };
}
