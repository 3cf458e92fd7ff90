import type { Locale } from '#src/kernel/locale/locale.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { decimal, rescale } from './decimal.ts';
import { money } from './money.ts';
import type { Currency, Money } from './money.ts';

const longest = 32;
const symbol: Record<Currency, RegExp> = { BRL: /^R\$/, PEN: /^S\//, MZN: /MT$/ };
const comma = /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{2})?$/;
const point = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{2})?$/;

/**
 * Reads an amount as `formatMoney` writes it in that language (`R$ 1.140,00`, `1140,00`, `1.560,00 MT`; in es-PE
 * `S/ 1,140.00`, `R$ 1,140.00`), with or without the symbol, none or two decimals, optional minus or hyphen in front. An
 * amount in another language's format is refused instead of guessed.
 */
export function parseMoney(text: string, currency: Currency, locale: Locale): Result<Money, 'amount-malformed'> {
  if (text.length > longest) return err('amount-malformed');
  const compact = text.replaceAll(/\s/g, '');
  const unsigned = compact.replace(/^[-\u2212]/, '');
  const number = unsigned.replace(symbol[currency], '');
  const hasPoint = locale === 'es-PE';
  if (!(hasPoint ? point : comma).test(number)) return err('amount-malformed');
  const { amount } = moneyFromDecimal(
    hasPoint ? number.replaceAll(',', '') : number.replaceAll('.', '').replace(',', '.'),
    currency,
  );
  return ok(money(unsigned === compact ? amount : -amount, currency));
}

/** Reads a plain decimal (`10.5`, `1234567.891`) as money, rounded half-up. Throws on anything else: our own data. */
export function moneyFromDecimal(text: string, currency: Currency): Money {
  return money(rescale(decimal(text), 2), currency);
}
