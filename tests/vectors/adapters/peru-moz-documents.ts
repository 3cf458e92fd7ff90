import {
  isAmount,
  isOrderExpiry,
  isRefundReason,
  isSourceId,
  tokenPrefixes,
  yapeTokenRequest,
} from '#src/gateways/culqi/request-rules.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { twoDecimals } from '#src/kernel/money/decimal.ts';
import { moneyFromDecimal } from '#src/kernel/money/parse-money.ts';
import { addTax, taxWithin } from '#src/kernel/money/tax.ts';
import { nuitRule } from '#src/kernel/validation/tax-ids/nuit.rule.ts';
import { dniRule, isRuc, readDni } from '#src/kernel/validation/tax-ids/peru-documents.rule.ts';
import { asNumber, asNumeric, asObject, asText, optionalText } from '../input.ts';
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
    culqi: (input) => culqi(asObject(input)),
  },
};

/** One question per input, by the member that it has. An expiry is named by a word. */
function culqi(input: JsonObject): string | boolean | null {
  const phone = optionalText(input['number_phone']);
  if (phone !== undefined) {
    const options = { phone, code: asText(input['otp']), amount: asNumber(input['amount']) };
    return yapeTokenRequest(options) === null ? null : `token ${tokenPrefixes.yape}*`;
  }
  const source = optionalText(input['source_id']);
  if (source !== undefined) return isSourceId(source);
  const reason = optionalText(input['refund_reason']);
  if (reason !== undefined) return isRefundReason(reason);
  const expiry = optionalText(input['order_expiration']);
  const now = new Date('2026-11-20T12:00:00Z');
  if (expiry !== undefined) return isOrderExpiry(now.getTime() / 1000 + (expiry === 'past' ? -1 : 3_600), now);
  return isAmount(asNumber(input['amount']));
}

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
