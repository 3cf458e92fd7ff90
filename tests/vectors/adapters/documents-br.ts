import { cnpjCheckDigits, isCnpj } from '#src/kernel/validation/tax-ids/cnpj.rule.ts';
import { isCpf } from '#src/kernel/validation/tax-ids/cpf.rule.ts';
import { cpfOrCnpjKind } from '#src/kernel/validation/tax-ids/cpf-or-cnpj.rule.ts';
import { asText } from '../input.ts';
import type { Adapter } from '../vector.types.ts';

export const documentsBr: Adapter = {
  operations: {
    cpf: (input) => isCpf(asText(input)),
    cnpj: (input) => ({ valid: cnpjValidity(asText(input)) }),
    cnpj_check_digits: (input) => {
      const { first, second, firstSum } = cnpjCheckDigits(asText(input));
      return { dv1: first, dv2: second, sum1: firstSum };
    },
    registry: (input) => cpfOrCnpjKind(asText(input)) ?? false,
  },
};

/** The file's words for a number that only small letters spoil; the form takes it, storage does not. */
function cnpjValidity(typed: string): boolean | string {
  if (isCnpj(typed)) return true;
  return isCnpj(typed.toUpperCase()) ? 'valid after upper-casing; strict mode refuses' : false;
}
