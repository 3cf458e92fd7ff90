import type { Decline } from '#src/domain/payments/index.ts';

/** Culqi's decline codes as our own; `reversible`: the same card, or wallet, may be tried again. */
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
  phone_not_enrolled: { code: 'app-phone-unknown', reversible: true },
  wallet_blocked: { code: 'app-blocked', reversible: false },
  limit_exceeded: { code: 'app-limit', reversible: true },
};

/** Codes that have another meaning for the buyer when a wallet was charged. */
const ofWallet: Readonly<Record<string, string>> = {
  'insufficient-funds': 'app-balance',
  'card-declined': 'app-not-approved',
  'issuer-unavailable': 'app-not-approved',
};

/** An unknown code is an ordinary decline that may be tried again. */
export function declineOf(word: string, isWallet = false): Decline {
  const { code, reversible } = known[word] ?? { code: 'card-declined', reversible: true };
  return { code: isWallet ? (ofWallet[code] ?? code) : code, reversible, raw: word };
}

/** The request itself was refused: a new token is needed, or our request is wrong. */
export function refusalOf(
  word: string,
  about: { readonly isAboutToken: boolean; readonly isWallet: boolean },
): Decline {
  if (known[word]) return declineOf(word, about.isWallet);
  return about.isAboutToken && !about.isWallet
    ? { code: 'card-token-invalid', raw: word, reversible: true }
    : { code: 'gateway-refused', raw: word, reversible: false };
}
