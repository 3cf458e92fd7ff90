import { locales } from '#src/kernel/locale/locale.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { twoDecimals } from '#src/kernel/money/decimal.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { add, isCurrency, money, subtract } from '#src/kernel/money/money.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { multiply, percentage } from '#src/kernel/money/multiply.ts';
import { moneyFromDecimal, parseMoney } from '#src/kernel/money/parse-money.ts';
import { asNumeric, asObject, asText } from '../input.ts';
import type { Adapter, Operation } from '../vector.types.ts';

export const moneyAdapter: Adapter = {
  operations: {
    format: (input) => {
      const { currency, locale, amount } = asObject(input);
      if (!isCurrency(currency)) throw new Error(`no currency ${String(currency)}`);
      return formatMoney(moneyFromDecimal(asNumeric(amount), currency), localeOf(asText(locale)));
    },
    arith: (input) => arith(asObject(input)),
    parse_brl: parse('BRL', 'pt-BR'),
    parse_mzn: parse('MZN', 'pt-MZ'),
    parse_pen: parse('PEN', 'es-PE'),
  },
};

function parse(currency: Currency, locale: Locale): Operation {
  return (input) => {
    const parsed = parseMoney(asText(input), currency, locale);
    return parsed.ok ? Number(parsed.value.amount) : parsed.error;
  };
}

function arith(input: JsonObject): string | number {
  const op = asText(input['op']);
  if (op === 'pct_cents')
    return Number(percentage(money(BigInt(asNumeric(input['a'])), 'BRL'), asNumeric(input['pct'])).amount);
  const left = moneyFromDecimal(asNumeric(input['a']), 'BRL');
  if (op === 'round2') return twoDecimals(left.amount);
  const right = asNumeric(input['b']);
  if (op === 'mul') return twoDecimals(multiply(left, right).amount);
  if (op === 'add') return twoDecimals(add(left, moneyFromDecimal(right, 'BRL')).amount);
  if (op === 'sub') return twoDecimals(subtract(left, moneyFromDecimal(right, 'BRL')).amount);
  throw new Error(`no arithmetic ${op}`);
}

function localeOf(text: string): Locale {
  const locale = locales.find((candidate) => candidate === text);
  if (locale === undefined) throw new Error(`no locale ${text}`);
  return locale;
}
