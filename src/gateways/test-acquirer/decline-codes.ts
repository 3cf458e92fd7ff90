import type { Decline } from '#src/domain/payments/index.ts';
import { interpretDecline, type IssuerDecline } from '#src/domain/payments/decline-policy/index.ts';

/** The acquirer's own codes, beside the schemes': its sandbox's documented refusals, and a failed authentication. */
const own: Readonly<Record<string, Omit<Decline, 'raw'> | undefined>> = {
  '70': { code: 'card-declined', reversible: true },
  '77': { code: 'card-canceled', reversible: false },
  '99': { code: 'issuer-unavailable', reversible: true },
  NA: { code: 'not-authenticated', reversible: true },
};

/** The bank's decline as our code: the schemes' tables first, then the acquirer's own codes. */
export function declineFrom(refusal: IssuerDecline): Decline {
  return interpretDecline(refusal, own[refusal.returnCode]);
}

/** Refusals of the request itself, before any bank was asked: the card has to be typed again, or our request is wrong. */
export function refusalOf(code: string): Decline {
  if (code === 'saved-card-unknown') return { code: 'card-not-again', raw: code, reversible: false };
  const isToken = code.startsWith('token-');
  return { code: isToken ? 'card-token-invalid' : 'gateway-refused', raw: code, reversible: isToken };
}
