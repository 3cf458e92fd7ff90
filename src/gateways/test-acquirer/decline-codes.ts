import type { Decline } from '#src/domain/payments/index.ts';
import { interpretDecline, type IssuerDecline } from '#src/domain/payments/decline-policy/index.ts';

/** Codes of the acquirer's own, beside the schemes': its sandbox's documented refusals, and a buyer who was not recognised. */
const own: Readonly<Record<string, Omit<Decline, 'raw'> | undefined>> = {
  '70': { code: 'card-declined', reversible: true },
  '77': { code: 'card-canceled', reversible: false },
  '99': { code: 'issuer-unavailable', reversible: true },
  NA: { code: 'not-authenticated', reversible: true },
};

/** The bank's refusal in our words: the schemes' tables first, then the acquirer's own codes. */
export function declineFrom(refusal: IssuerDecline): Decline {
  return interpretDecline(refusal, own[refusal.returnCode]);
}

/** Refusals of the request itself, before any bank was asked: the card has to be typed again, or something is wrong with us. */
export function refusalOf(code: string): Decline {
  if (code === 'saved-card-unknown') return { code: 'card-not-again', raw: code, reversible: false };
  const isToken = code.startsWith('token-');
  return { code: isToken ? 'card-token-invalid' : 'gateway-refused', raw: code, reversible: isToken };
}
