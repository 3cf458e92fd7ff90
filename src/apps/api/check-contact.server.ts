import type { ProblemField } from '#src/kernel/http/problems/problem.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { emailRule } from '#src/kernel/validation/email.rule.ts';
import { nameRule } from '#src/kernel/validation/name.rule.ts';
import { checkPhone } from '#src/kernel/validation/phone.server.ts';
import type { ApiServices } from './api.contract.server.ts';

/** Checks name, e-mail and phone by the rules of the lead page. Messages are in the market's language; `phone` is E.164. */
export function checkContact(
  services: ApiServices,
  contact: { readonly name: string; readonly email: string; readonly phone: string },
  market: Country,
  locale: string,
): { readonly phone: string; readonly problems: ProblemField[] } {
  const phone = checkPhone(contact.phone, market);
  const found = [
    ['name', nameRule(contact.name)],
    ['email', emailRule(contact.email)],
    ['phone', phone.ok ? null : 'validation.phone'],
  ] as const;
  return {
    phone: phone.ok ? phone.value.e164 : '',
    problems: found.flatMap(([path, key]) => (key ? [{ path, code: key, message: services.say(locale, key) }] : [])),
  };
}
