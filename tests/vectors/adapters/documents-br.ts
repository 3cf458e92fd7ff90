import { cnpjCheckDigits, isCnpj } from '#src/kernel/validation/cnpj.rule.ts';
import { isCpf } from '#src/kernel/validation/cpf.rule.ts';
import { registryKind } from '#src/kernel/validation/registry.rule.ts';
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
    registry: (input) => registryKind(asText(input)) ?? false,
  },
};

/** The file's words for a number that only small letters spoil; the form takes it, storage does not. */
function cnpjValidity(typed: string): boolean | string {
  if (isCnpj(typed)) return true;
  return isCnpj(typed.toUpperCase()) ? 'valid after upper-casing; strict mode refuses' : false;
}
