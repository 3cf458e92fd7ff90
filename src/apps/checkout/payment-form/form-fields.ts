import { termsRule } from '#src/kernel/validation/acceptance.rule.ts';

import { partPrefix } from './split/split-query.ts';

/** Rules of the payment form for every payment method; the same in browser and server. */

export type Values = Readonly<Record<string, string>>;
export type Errors = Readonly<Record<string, string>>;

/** Full name of a rail's field in the page's form. */
export function railField(rail: string, field: string): string {
  return `${rail}.${field}`;
}

/** Value of the button that pays although the voucher in its field is not applied; also the name of its message. */
export const withoutVoucher = 'without-voucher';

/** Name of the field in which a one-press suggestion posts all other fields. */
export const suggestionField = 'make';

/** Id of a method's row on the page, for focus. */
export function methodTarget(method: string): string {
  return `method-${method}`;
}

/** Id of the heading of a split price. */
export const splitTarget = 'split-title';

/** One payment method in a form: `place` is the prefix of its fields, empty for the only one (`p0.` …). */
export interface FormPart {
  readonly prefix: string;
  readonly method: string | undefined;
}

/** The payment methods of a form: the selected one, or that of each part. */
export function formParts(values: Values, parts: number): FormPart[] {
  if (parts === 0) return [{ prefix: '', method: values['method'] }];
  return Array.from({ length: parts }, (_, index) => {
    const prefix = partPrefix(index);
    return { prefix, method: values[`${prefix}method`] };
  });
}

/** A rail's own fields in the page's form, without their prefix. */
export function fieldsOfRail(values: Values, rail: string): Values {
  const prefix = `${rail}.`;
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}

/** Messages of a rail's fields under their full names. */
export function errorsOfRail(errors: Errors, rail: string): Errors {
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [railField(rail, field), message]));
}

/** The errors only, by field. */
export function found(messages: Readonly<Record<string, string | null>>): Errors {
  return Object.fromEntries(Object.entries(messages).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The terms and the policy of the purchase must be accepted. */
export function checkAcceptance(values: Values): Errors {
  return found({ terms: termsRule(values['terms'] ?? '') });
}
