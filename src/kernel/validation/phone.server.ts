import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Country } from '#src/kernel/locale/locale.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { toE164 } from './phone.rule.ts';

/** A number that is valid by the full metadata. */
export interface CheckedPhone {
  readonly e164: string;
  /** ISO 3166 country of the number, when its plan tells (`BR`). */
  readonly country: string | null;
}

/**
 * The server's check of a phone: the page's rule, then Google's full numbering data. Numbers of the three markets must be
 * mobiles (a code is sent to them); others must exist and must not be known as fixed lines.
 */
export function checkPhone(value: string, market: Country): Result<CheckedPhone, 'phone-invalid'> {
  const e164 = toE164(value, { market });
  const parsed = e164 === null ? undefined : parsePhoneNumberFromString(e164);
  if (e164 === null || parsed === undefined || !parsed.isValid()) return err('phone-invalid');
  const type = parsed.getType();
  return type === 'FIXED_LINE' ? err('phone-invalid') : ok({ e164, country: parsed.country ?? null });
}
