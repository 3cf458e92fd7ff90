import { railForms } from '#src/rails/registry.forms.generated.tsx';
import type { RailFormView } from '#src/ui/payment/rail-views.ts';
import { extras } from '../extras.ts';
import { type Errors, errorsOfRail, fieldsOfRail, type Values, formParts } from '../form-fields.ts';
import type { PaymentData } from '../payment.types.ts';

export const forms: Readonly<Record<string, RailFormView>> = railForms;

/** The errors of the form's payment method. */
export function checkMethod(values: Values, { methods, market, isFree, split }: PaymentData): Errors {
  const found = formParts(values, split?.parts.length ?? 0).map(({ prefix, method }): Errors => {
    const offered = methods.find((one) => one.method === method);
    if (!offered) return isFree ? {} : { [`${prefix}method`]: 'payment.method.missing' };
    const rail = prefix + offered.rail;
    return errorsOfRail(forms[offered.rail]?.validate(fieldsOfRail(values, rail), market) ?? {}, rail);
  });
  const sums =
    split && extras.split?.check(values, { ...split, parts: split.parts.length, total: BigInt(split.total) });
  return Object.assign({}, sums, ...found);
}
