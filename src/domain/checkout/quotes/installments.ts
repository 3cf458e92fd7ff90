import { splitUnits } from '#src/kernel/money/split-units.ts';
import { decimal, divideHalfUp } from '#src/kernel/money/decimal.ts';
import { compare, money } from '#src/kernel/money/money.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { Quote, QuoteInstallment } from './quote.types.ts';

/** One number of installments of a price; all amounts in minor units. */
export interface InstallmentOption {
  readonly count: number;
  /** One installment; without interest the first ones carry the odd cents, so this is the largest. */
  readonly value: bigint;
  /** The same installment of the list price, for showing what a voucher saves. */
  readonly standardValue: bigint;
  /** Interest part of `total`; 0 when interest free. */
  readonly tax: bigint;
  readonly total: bigint;
  /** Decimal fraction per month, e.g. `0.0199`; `0` when interest free. */
  readonly monthlyRate: string;
}

/** How a plan may be paid in installments; a catalog's rule fits as it is. */
export interface InstallmentTerms {
  /** Largest number of installments; 0 or 1 = none but the price at once. */
  readonly max: number;
  /** Decimal fraction per month (`0.0199`); absent, null or `0` = interest free. */
  readonly monthlyRate?: string | null;
  /** Up to this number the seller bears the interest; absent = 1 when there is a rate. */
  readonly interestFreeUpTo?: number;
  /** No installment below this, in the price's currency; the price at once is always offered. */
  readonly minimum?: Money;
}

/** Acquirers split into at most this many; also bounds the work of exact arithmetic. */
export const maxInstallments = 24;

/**
 * Every number of installments that the terms allow, from 1 on, for a price at once and its list price (absent = the
 * same). With interest by Tabela Price, the installment rounded half-up to the cent and the total = count × installment
 * (CDC art. 52: number, value, total and rate are shown). Throws a `RangeError` for terms that no plan can have.
 */
export function installmentOptions(price: Money, terms: InstallmentTerms, standardPrice = price): InstallmentOption[] {
  const { max } = terms;
  const monthlyRate = terms.monthlyRate ?? '0';
  if (price.amount < 0n || !Number.isSafeInteger(max) || max < 0 || max > maxInstallments) {
    throw new RangeError('Impossible installment terms');
  }
  const hasRate = decimal(monthlyRate).units > 0n;
  const freeUpTo = hasRate ? (terms.interestFreeUpTo ?? 1) : max;
  const least = terms.minimum ?? money(1n, price.currency);
  const options: InstallmentOption[] = [];
  for (let count = 1; count <= Math.max(1, max); count += 1) {
    const option = optionOf(price, standardPrice, count, count > Math.max(1, freeUpTo) ? monthlyRate : '0');
    if (count === 1 || isOffered(option, price, least)) options.push(option);
  }
  return options;
}

/** The amount of each installment; they sum to the option's total. */
export function installmentParts(option: Pick<InstallmentOption, 'count' | 'total'>): bigint[] {
  return splitUnits(option.total, option.count);
}

/**
 * One installment of Tabela Price, PMT = PV·i ÷ (1 − (1+i)^−n), rounded half-up to the minor unit. Exact: the fraction
 * is computed whole in integers and rounded once. A rate of 0 gives the plain share, rounded half-up.
 */
export function priceInstallment(principal: bigint, monthlyRate: string, count: number): bigint {
  if (!Number.isSafeInteger(count) || count < 1 || count > 600)
    throw new RangeError(`Cannot pay in ${count} installments`);
  const { units, scale } = decimal(monthlyRate);
  if (units < 0n) throw new RangeError('A rate is never negative');
  if (units === 0n) return divideHalfUp(principal, BigInt(count));
  const one = 10n ** BigInt(scale);
  const grown = (one + units) ** BigInt(count);
  const still = one ** BigInt(count);
  return divideHalfUp(principal * units * grown, one * (grown - still));
}

function optionOf(price: Money, standardPrice: Money, count: number, monthlyRate: string): InstallmentOption {
  const value = valueOf(price.amount, count, monthlyRate);
  const total = monthlyRate === '0' ? price.amount : value * BigInt(count);
  const standardValue = valueOf(standardPrice.amount, count, monthlyRate);
  return { count, value, standardValue, tax: total - price.amount, total, monthlyRate };
}

/** One number of installments of a price at a rate per month; `0` is interest free. */
function installmentOption(price: Money, count: number, monthlyRate: string): InstallmentOption {
  return optionOf(price, price, count, monthlyRate);
}

/** Whether every installment reaches the minimum, and rounding has not made a tiny price cheaper than at once. */
function isOffered({ total, count, tax }: InstallmentOption, price: Money, least: Money): boolean {
  return tax >= 0n && compare(money(total / BigInt(count), price.currency), least) >= 0;
}

/** Without interest the first part of a split, which carries an odd cent where there is one. */
function valueOf(amount: bigint, count: number, monthlyRate: string): bigint {
  const parts = BigInt(count);
  return monthlyRate === '0' ? (amount + parts - 1n) / parts : priceInstallment(amount, monthlyRate, count);
}

/** Installments of one size that follow each other. */
export interface InstallmentGroup {
  readonly count: number;
  readonly value: bigint;
}

/** The installments as they are charged, equal ones together: two groups where cents are left over, the larger first. */
export function installmentGroups(option: Pick<InstallmentOption, 'count' | 'total'>): readonly InstallmentGroup[] {
  const groups: { count: number; value: bigint }[] = [];
  for (const value of installmentParts(option)) {
    const last = groups.at(-1);
    if (last?.value === value) last.count += 1;
    else groups.push({ count: 1, value });
  }
  return groups;
}

/**
 * The installments in which a part of a quote's price may be paid: the counts and rates that the quote offers for the
 * whole, computed on the part's own amount (minor units), less those below the plan's minimum installment. Of a plan
 * that is not known any more the minimum is the least that its quote shows.
 */
export function partInstallments(
  quote: Pick<Quote, 'installments' | 'currency' | 'total'>,
  principal: bigint,
  minimum: Money | null,
): readonly QuoteInstallment[] {
  if (principal === quote.total) return quote.installments;
  const least = minimum?.amount ?? leastShown(quote.installments);
  return quote.installments.flatMap(({ count, monthlyRate }) => {
    const { value, tax, total } = installmentOption(
      { amount: principal, currency: quote.currency },
      count,
      monthlyRate,
    );
    const reachesMinimum = count === 1 || (tax >= 0n && total / BigInt(count) >= least);
    return reachesMinimum ? [{ count, value, tax, total, monthlyRate }] : [];
  });
}

function leastShown(installments: readonly QuoteInstallment[]): bigint {
  return installments.reduce((least, { total, count }) => {
    const each = total / BigInt(count);
    return least === 0n || each < least ? each : least;
  }, 0n);
}
