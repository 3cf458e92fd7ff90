import type { SuggestionRule } from '#src/branding/index.ts';
import type { AttemptView } from '#src/domain/orders/index.ts';
import type { QuoteInstallment } from '#src/domain/checkout/quotes/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { PaymentSuggestion, PaymentSuggestions, PickedMethod } from './suggestions.types.ts';
import { methodTarget, railField, splitTarget } from '../form-fields.ts';
import type { PaymentContext } from '../payment-data.server.ts';
import { idempotencyKeyOf } from '../idempotency-key.server.ts';
import { needsNoTyping } from '../methods/known-details.server.ts';
import { methodName, defaultInstallmentCount } from '../methods/installment-texts.server.ts';
import { maxInterestFree } from '../../site/price-view.server.ts';
import type { OfferedMethod } from '../payment.types.ts';
import { retryWaitSeconds } from '../payment-notice.server.ts';
import { splitAddress } from '../split/split-data.server.ts';
import { suggestedPartAmount, type RequestedPart } from '../split/split-query.ts';

/** Most suggestions: buyers do not read more. */
const most = 4;
/** States of an attempt that took no money. */
const refused: ReadonlySet<string> = new Set(['declined', 'failed']);

/** The page's query parameters of a payment method and its installments. */
export const methodParam = 'way';
export const installmentsParam = 'times';

interface SuggestionContext {
  readonly context: PaymentContext;
  readonly methods: readonly OfferedMethod[];
  /** The amount due, minor units. */
  readonly due: bigint;
  readonly installments: readonly QuoteInstallment[];
  readonly attempt: AttemptView;
  /** The declined method, while it is still offered. */
  readonly tried: OfferedMethod | null;
}

/** Suggestions after the newest decline, ranked by the brand's data and priced on this order; null without a decline. */
export function suggestionsFor(
  context: PaymentContext,
  methods: readonly OfferedMethod[],
  due: bigint,
  installments: readonly QuoteInstallment[],
): PaymentSuggestions | null {
  const { request, view } = context;
  const attempt = view?.attempts[0];
  if (!attempt || !refused.has(attempt.state) || context.first) return null;
  const { ways } = request.visit.brand.suggestions;
  const ranked = ways[attempt.declineCode ?? ''] ?? ways['other'] ?? [];
  const rests = retryWaitSeconds(request.ctx, view) !== null;
  // A blocked method is not suggested, nor as a part.
  const tried = rests
    ? null
    : (methods.find(({ rail, partOnly }) => rail === attempt.rail && partOnly === undefined) ?? null);
  const open = rests ? methods.filter(({ rail }) => rail !== attempt.rail) : methods;
  const advice: SuggestionContext = { context, methods: open, due, installments, attempt, tried };
  const isHeld = (view.split?.held ?? 0n) > 0n;
  // The rest of a split is best paid as before: by the same method with another card.
  const order: readonly SuggestionRule[] = isHeld ? [{ kind: 'again' }, ...ranked] : ranked;
  const options = order.flatMap((candidate) =>
    isHeld && candidate.kind.startsWith('part') ? [] : optionsFor(candidate, advice),
  );
  const once = [...new Map(options.map((option) => [option.href, option])).values()].slice(0, most);
  return once.length === 0 ? null : { title: request.words('suggestions.title'), options: once };
}

function optionsFor(candidate: SuggestionRule, advice: SuggestionContext): PaymentSuggestion[] {
  const { tried, methods } = advice;
  switch (candidate.kind) {
    case 'again':
      return tried ? [again(advice, tried)] : [];
    case 'fewer-installments':
    case 'more-installments':
      return tried?.takesInstallments ? otherCount(advice, tried, candidate.kind) : [];
    case 'parts':
      return tried ? inParts(advice, tried, tried, 'suggestions.parts') : [];
    case 'part': {
      const other = methods.find((one) => one.methods.includes(candidate.method));
      return tried && other && other !== tried ? inParts(advice, tried, other, 'suggestions.part') : [];
    }
    case 'pay': {
      const other = methods.find((one) => one.methods.includes(candidate.method));
      return other && other !== tried && other.partOnly === undefined ? [whole(advice, other)] : [];
    }
  }
}

const nameOf = ({ context }: SuggestionContext, { rail }: OfferedMethod): string =>
  methodName(context.request.words, rail);

function text({ context }: SuggestionContext, amount: bigint): string {
  return formatMoney({ amount, currency: context.quote.currency }, context.request.view.locale);
}

/** The address that selects a method without a script, and the selection of a press with one. */
function choiceOf(
  advice: SuggestionContext,
  candidate: OfferedMethod,
  times: number | null = null,
): Pick<PaymentSuggestion, 'href' | 'pick'> {
  const { context } = advice;
  const { payment, choice } = context.routes;
  const asked = { [methodParam]: candidate.method, ...(times === null ? {} : { [installmentsParam]: String(times) }) };
  const picked = pickedMethod(context, candidate, times);
  return {
    href: `${context.request.href(payment, { ...choice, ...asked })}#${picked.target}`,
    pick: { ...picked, method: candidate.method, times },
  };
}

function pickedMethod({ request }: PaymentContext, candidate: OfferedMethod, times: number | null): PickedMethod {
  const method = methodName(request.words, candidate.rail);
  const note =
    times === null
      ? request.words('suggestions.picked', { method })
      : request.words('suggestions.picked.times', { method, times });
  return { note, target: methodTarget(candidate.method) };
}

/** The suggestion of the address; null without one, or when a later attempt replaced it. */
export function pickedMethodOf(
  context: PaymentContext,
  methods: readonly OfferedMethod[],
  isSplit: boolean,
): PickedMethod | null {
  const { request, view } = context;
  const newest = view?.attempts[0];
  if (request.method !== 'GET' || !newest || !refused.has(newest.state)) return null;
  if (isSplit) return { note: request.words('suggestions.picked.split'), target: splitTarget };
  const candidate = methods.find(({ method }) => method === request.rawQuery.get(methodParam));
  if (!candidate) return null;
  const times = Number(request.rawQuery.get(installmentsParam) ?? 0);
  return pickedMethod(context, candidate, candidate.takesInstallments && times > 1 ? times : null);
}

/** The fields that pay the whole price by this method, where its rail needs only the known tax id. */
function paymentNow({ context, due }: SuggestionContext, offered: OfferedMethod): PaymentSuggestion['make'] {
  const { session, quote, view } = context;
  if (context.isFrozen || quote.trial || (view?.split?.held ?? 0n) > 0n || !needsNoTyping(context, offered))
    return null;
  const { rail, method } = offered;
  return {
    ...{ quoteId: quote.id, key: idempotencyKeyOf(session, view), amount: String(unitsToJson(due)) },
    ...{ method, terms: 'yes', [railField(rail, 'document')]: context.lead.document?.number ?? '' },
  };
}

/** The price in so many installments: all start with the total, for comparison. */
function priceOf(advice: SuggestionContext, candidate: OfferedMethod, count: number): string {
  const option = advice.installments.find((one) => one.count === count);
  if (!candidate.takesInstallments || !option || count === 1) return text(advice, advice.due);
  const key = option.tax > 0n ? 'suggestions.price.interest' : 'suggestions.price.free';
  return advice.context.request.words(key, {
    count,
    value: text(advice, option.value),
    total: text(advice, option.total),
  });
}

function again(advice: SuggestionContext, candidate: OfferedMethod): PaymentSuggestion {
  const { words } = advice.context.request;
  const own = `method.${candidate.rail}.again`;
  return {
    ...choiceOf(advice, candidate),
    make: null,
    label: words.has(own) ? words(own) : words('suggestions.again', { method: nameOf(advice, candidate) }),
    price: priceOf(advice, candidate, defaultInstallmentCount(advice.context, advice.installments)),
  };
}

function whole(advice: SuggestionContext, candidate: OfferedMethod): PaymentSuggestion {
  const { words } = advice.context.request;
  const make = paymentNow(advice, candidate);
  const own = `method.${candidate.rail}.make`;
  return {
    ...choiceOf(advice, candidate),
    make,
    label: words(make && words.has(own) ? own : 'suggestions.pay', {
      method: nameOf(advice, candidate),
      amount: text(advice, advice.due),
    }),
    price: priceOf(advice, candidate, defaultInstallmentCount(advice.context, advice.installments)),
  };
}

/** The nearest useful number of installments: about half as many, or the most without interest. */
function otherCount(
  advice: SuggestionContext,
  candidate: OfferedMethod,
  kind: 'fewer-installments' | 'more-installments',
): PaymentSuggestion[] {
  const { installments, attempt, context } = advice;
  const counts = installments.map(({ count }) => count);
  const fewer = counts.filter(
    (count) => count < attempt.installments && count <= Math.max(1, attempt.installments / 2),
  );
  const more = counts.filter((count) => count > attempt.installments);
  const free = maxInterestFree(installments);
  const count =
    kind === 'fewer-installments' ? Math.max(...fewer) : free > attempt.installments ? free : Math.max(...more);
  if (!Number.isFinite(count)) return [];
  return [
    {
      ...choiceOf(advice, candidate, count),
      make: null,
      label: context.request.words('suggestions.times', { count }),
      price: priceOf(advice, candidate, count),
    },
  ];
}

/** Whether a method takes a part at once; its minimum is checked at the payment. */
function fits({ partOnly }: OfferedMethod, amount: bigint): boolean {
  return partOnly === undefined || amount <= BigInt(partOnly);
}

/** A first part by the declined method and the rest by another one, or by the same with another instrument. */
function inParts(
  advice: SuggestionContext,
  first: OfferedMethod,
  second: OfferedMethod,
  key: string,
): PaymentSuggestion[] {
  const { context, due } = advice;
  const amount = suggestedPartAmount(due, BigInt(context.request.visit.brand.suggestions.share));
  if (amount < 100n || due - amount < 100n || !fits(first, amount) || !fits(second, due - amount)) return [];
  const ways: RequestedPart[] = [
    { method: first.method, amount },
    { method: second.method, amount: null },
  ];
  const names = { method: nameOf(advice, first), other: nameOf(advice, second) };
  const own = `method.${first.rail}.parts`;
  const { words } = context.request;
  return [
    {
      href: `${splitAddress(context.request, context.routes, ways)}#${splitTarget}`,
      ...{ pick: null, make: null },
      label: first === second && words.has(own) ? words(own) : words(key, names),
      price: `${text(advice, amount)} + ${text(advice, due - amount)}`,
    },
  ];
}
