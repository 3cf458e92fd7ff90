import type { Lead } from '#src/domain/checkout/leads/index.ts';
import { maskEmail, maskName } from '#src/kernel/validation/mask-personal.ts';

/** The buyer of a link, masked for a reader who only has the link. */
export interface MaskedBuyer {
  readonly name: string;
  readonly email: string;
}

export function maskedBuyer({ name, email }: Pick<Lead, 'name' | 'email'>): MaskedBuyer {
  return { name: maskName(name), email: maskEmail(email) };
}
