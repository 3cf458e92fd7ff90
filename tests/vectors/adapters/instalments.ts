import type { JsonObject } from '#src/kernel/json/json.ts';
import { installmentOptions, priceInstallment } from '#src/domain/checkout/quotes/installments.ts';
import { splitUnits } from '#src/kernel/money/split-units.ts';
import { twoDecimals } from '#src/kernel/money/decimal.ts';
import { add, money } from '#src/kernel/money/money.ts';
import { multiply } from '#src/kernel/money/multiply.ts';
import { moneyFromDecimal } from '#src/kernel/money/parse-money.ts';
import { asNumber, asNumeric, asObject } from '../input.ts';
import type { Adapter } from '../vector.types.ts';

export const instalments: Adapter = {
  prose: ['rule'],
  operations: {
    price_instalment: (input) => {
      const { principal, monthly_rate: rate, n } = asObject(input);
      return twoDecimals(
        priceInstallment(moneyFromDecimal(asNumeric(principal), 'BRL').amount, asNumeric(rate), asNumber(n)),
      );
    },
    interest_free_split: (input) => {
      const { total_cents: total, n } = asObject(input);
      const parts = splitUnits(BigInt(asNumber(total)), asNumber(n)).map(Number);
      return { parts, sum: parts.reduce((sum, part) => sum + part, 0) };
    },
    spec_constant: (input) => specConstant(asObject(input)),
  },
};

/** Price = count × installment; the product must offer exactly that installment for that price. */
function specConstant(input: JsonObject): JsonObject {
  const count = asNumber(input['n']);
  if (input['cycle'] !== undefined)
    return { full: Number(multiply(money(BigInt(asNumber(input['cycle'])), 'MZN'), String(count)).amount) };
  const installment = money(BigInt(asNumber(input['instalment_cents'])), 'BRL');
  const total = multiply(installment, String(count));
  const offered = installmentOptions(total, { max: count }).at(-1);
  if (offered?.count !== count || offered.value !== installment.amount)
    throw new Error('the product offers another installment');
  const voucher = money(BigInt(asNumber(input['voucher_cents'] ?? 0)), 'BRL');
  const full = add(total, voucher);
  return {
    total_cents: Number(total.amount),
    check: `${full.amount}-${voucher.amount}=${total.amount}=${count}x${installment.amount}`,
  };
}
