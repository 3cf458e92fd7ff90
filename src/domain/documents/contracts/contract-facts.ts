import type { Locale } from '#src/kernel/locale/locale.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { decimal, multiplyDecimals, rescale } from '#src/kernel/money/decimal.ts';
import { formatNumber } from '#src/kernel/money/format-money.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { daysBetween, formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { maskNumber } from '#src/kernel/validation/mask-personal.ts';
import type { Plan, Product } from '../../catalog/products/index.ts';
import type { Lead } from '../../checkout/leads/index.ts';
import { installmentGroups, type QuoteInstallment, type QuoteLine } from '../../checkout/quotes/index.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import { type TrialTerms, chargeCalendar, lastCoolingOffDay, planRenews } from '../../catalog/terms/index.ts';
import type { Company } from './contract.types.ts';
import { type ContractFacts, oneLine } from './fill-terms.ts';
import type { DocumentsPort } from './documents.port.ts';

/** The agreed price of a sale. */
export interface AgreedPrice {
  readonly currency: Currency;
  readonly lines: readonly Pick<QuoteLine, 'kind' | 'title' | 'amount'>[];
  readonly voucher: string | null;
  readonly discount: bigint;
  readonly total: bigint;
  readonly installments: readonly QuoteInstallment[];
  /** The trial that comes first; null or absent where the plan is paid at once. */
  readonly trial?: TrialTerms | null;
  readonly createdAt: Date;
}

export interface ContractContext {
  readonly session: Pick<CheckoutSession, 'market' | 'locale'>;
  readonly lead: Lead;
  readonly price: AgreedPrice;
  readonly product: Product;
  readonly plan: Plan;
  readonly company: Company;
  readonly schoolName: string;
  readonly say: DocumentsPort['say'];
}

/** The facts of a contract as finished text in the session's language. Amounts are the agreed ones. */
export function contractFacts(sale: ContractContext): ContractFacts {
  const { session, lead, price, product, plan, company, schoolName, say } = sale;
  const { market, locale } = session;
  const money = (amount: bigint): string => formatMoney({ amount, currency: price.currency }, locale);
  const say1 = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    say(locale, `documents.${key}`, values);
  const day = marketDate(price.createdAt, market);
  const trial = price.trial ?? null;
  const { nextChargeOn } = chargeCalendar(plan, day, true);
  const last = lastCoolingOffDay(price.createdAt, market);
  const texts: Record<string, string> = {
    ...personalFacts(lead),
    'school.name': schoolName,
    'company.name': company.legalName,
    'company.tax-id': `${company.taxId.type.toUpperCase()} ${company.taxId.number}`,
    'company.address': company.address,
    'company.city': company.city,
    'company.email': company.email,
    'company.phone': company.phone ?? '',
    'product.name': product.title,
    'plan.name': plan.name,
    'price.total': money(trial?.amount ?? price.total),
    'price.discount': money(price.discount),
    'price.voucher': price.voucher ?? '',
    'price.date': formatLocalDate(day),
    'term.months': say1('months', { count: plan.cycles }),
    'term.trial': trial ? say1(`trial.${trial.unit}`, { count: trial.count }) : '',
    'term.first-charge': formatLocalDate(trial?.firstChargeOn ?? nextChargeOn),
    'term.first-amount': money(trial?.amount ?? price.total),
    'renewal.amount': money(trial?.termAmount ?? plan.price.amount),
    'renewal.months': say1('every', { count: plan.cycles }),
    'withdrawal.days': last === null ? '' : String(daysBetween(day, last)),
  };
  const several = price.installments.filter(({ count }) => count > 1);
  const answers: Readonly<Record<string, boolean>> = {
    voucher: price.voucher !== null && price.discount > 0n,
    installments: several.length > 0,
    interest: several.some(({ tax }) => tax > 0n),
    trial: trial !== null,
    renews: planRenews(plan),
    'renews-paid': planRenews(plan) && trial === null,
    withdrawal: last !== null,
    'several-lines': price.lines.length > 1,
    'company-phone': company.phone !== null,
    ticket: plan.ticketLot !== null,
    student: lead.relationAccount !== null,
  };
  return {
    texts,
    holds: new Set(Object.entries(answers).flatMap(([name, holds]) => (holds ? [name] : []))),
    lists: {
      lines: price.lines.map(({ title, amount }) => ({ 'line.title': title, 'line.amount': money(amount) })),
      installments: several.map((option) => ({ 'installment.text': installmentText(option, locale, money, say1) })),
    },
  };
}

/** The facts that name the buyer: an erasure removes these texts. */
function personalFacts({ name, email, phone }: Lead): Readonly<Record<string, string>> {
  return { 'buyer.name': name, 'buyer.email': email, 'buyer.phone': maskNumber(phone) };
}

/** The buyer's personal texts as a filled contract has them. */
export function personalTextsOf(lead: Lead): readonly string[] {
  return Object.values(personalFacts(lead)).map(oneLine);
}

/** Number, value, and with interest also total and rate (CDC art. 52). */
function installmentText(
  { count, value, tax, total, monthlyRate }: QuoteInstallment,
  locale: Locale,
  money: (amount: bigint) => string,
  say: (key: string, values: Readonly<Record<string, string | number>>) => string,
): string {
  const rate = formatNumber(rescale(multiplyDecimals(decimal(monthlyRate), decimal('100')), 2), locale);
  const [first, rest] = installmentGroups({ count, total });
  const values = { count, value: money(value), total: money(total), rate };
  if (first && rest) {
    const parts = { first: first.count, last: rest.count, value: money(first.value), least: money(rest.value) };
    return say('installment.uneven', { count, total: money(total), ...parts });
  }
  return say(tax > 0n ? 'installment.interest' : 'installment.free', values);
}
