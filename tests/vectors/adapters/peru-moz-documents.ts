import type { JsonObject } from '#src/kernel/json/json.ts';
import { twoDecimals } from '#src/kernel/money/decimal.ts';
import { moneyFromDecimal } from '#src/kernel/money/parse-money.ts';
import { addTax, taxWithin } from '#src/kernel/money/tax.ts';
import { nuitRule } from '#src/kernel/validation/nuit.rule.ts';
import { dniRule, isRuc, readDni } from '#src/kernel/validation/peru-documents.rule.ts';
import { asNumeric, asObject, asText, optionalText } from '../input.ts';
import type { Adapter } from '../vector.types.ts';

export const peruMozDocuments: Adapter = {
  operations: {
    dni_with_check: (input) => {
      const dni = readDni(asText(input));
      return { valid: dni !== null, dni };
    },
    dni_form: (input) => dniRule(asText(input)) === null,
    ruc: (input) => isRuc(asText(input)),
    mz_nuit: (input) => nuitRule(asText(input)) === null,
    igv: (input) => igv(asObject(input)),
  },
};

function igv(input: JsonObject): JsonObject {
  const rate = asNumeric(input['rate']);
  const net = optionalText(input['net']);
  const price =
    net === undefined
      ? taxWithin(moneyFromDecimal(asText(input['gross']), 'PEN'), rate)
      : addTax(moneyFromDecimal(net, 'PEN'), rate);
  const gross = twoDecimals(price.gross.amount);
  return { net: twoDecimals(price.net.amount), igv: twoDecimals(price.tax.amount), total: gross, gross };
}
