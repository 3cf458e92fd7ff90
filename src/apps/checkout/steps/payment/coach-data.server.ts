import type { CoachWay } from '#src/branding/index.ts';
import type { AttemptView } from '#src/domain/orders/index.ts';
import type { QuoteInstallment } from '#src/domain/quotes/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { CoachOption, PaymentCoach, PickedWay } from './coach.types.ts';
import { methodTarget, railField, splitTarget } from './payment-form.ts';
import type { PaymentFacts } from './payment-data.server.ts';
import { idempotencyKeyOf } from './payment-key.server.ts';
import { needsNoTyping } from './known-details.server.ts';
import { longestFree, methodName, usualCount } from './payment-texts.server.ts';
import type { OfferedMethod } from './payment.types.ts';
import { restOf } from './payment-notice.server.ts';
import { splitAddress } from './split-data.server.ts';
import { suggestedPart, type WantedWay } from './split-query.ts';

/** So many ways out are read before people stop reading. */
const most = 4;
/** States of an attempt that took no money. */
const refused: ReadonlySet<string> = new Set(['declined', 'failed']);

/** The page's own words in its query that choose a way to pay, and its installments. */
export const wayName = 'way';
export const timesName = 'times';

interface Advice {
  readonly facts: PaymentFacts;
  readonly methods: readonly OfferedMethod[];
  /** What is owed, minor units. */
  readonly due: bigint;
  readonly installments: readonly QuoteInstallment[];
  readonly attempt: AttemptView;
  /** The way that was refused, while it is still offered. */
  readonly tried: OfferedMethod | null;
}

/** Ways out of the newest refusal, ranked by the brand's data and priced on this order; null when nothing was refused. */
export function coachOf(
  facts: PaymentFacts,
  methods: readonly OfferedMethod[],
  due: bigint,
  installments: readonly QuoteInstallment[],
): PaymentCoach | null {
  const { request, view } = facts;
  const attempt = view?.attempts[0];
  if (!attempt || !refused.has(attempt.state) || facts.first) return null;
  const { ways } = request.visit.brand.coach;
  const ranked = ways[attempt.declineCode ?? ''] ?? ways['other'] ?? [];
  const rests = restOf(request.ctx, view) !== null;
  // What rests is not offered again, nor as a part: only ways that are open are ways out.
  const tried = rests
    ? null
    : (methods.find(({ rail, partOnly }) => rail === attempt.rail && partOnly === undefined) ?? null);
  const open = rests ? methods.filter(({ rail }) => rail !== attempt.rail) : methods;
  const advice: Advice = { facts, methods: open, due, installments, attempt, tried };
  const isHeld = (view.split?.held ?? 0n) > 0n;
  // What others have left is best paid as they were: in the same way, by another card.
  const order: readonly CoachWay[] = isHeld ? [{ kind: 'again' }, ...ranked] : ranked;
  const options = order.flatMap((way) => (isHeld && way.kind.startsWith('part') ? [] : optionsFor(way, advice)));
  const once = [...new Map(options.map((option) => [option.href, option])).values()].slice(0, most);
  return once.length === 0 ? null : { title: request.words('coach.title'), options: once };
}

function optionsFor(way: CoachWay, advice: Advice): CoachOption[] {
  const { tried, methods } = advice;
  switch (way.kind) {
    case 'again':
      return tried ? [again(advice, tried)] : [];
    case 'fewer-installments':
    case 'more-installments':
      return tried?.takesInstallments ? otherCount(advice, tried, way.kind) : [];
    case 'parts':
      return tried ? inParts(advice, tried, tried, 'coach.parts') : [];
    case 'part': {
      const other = methods.find((one) => one.methods.includes(way.method));
      return tried && other && other !== tried ? inParts(advice, tried, other, 'coach.part') : [];
    }
    case 'pay': {
      const other = methods.find((one) => one.methods.includes(way.method));
      return other && other !== tried && other.partOnly === undefined ? [whole(advice, other)] : [];
    }
  }
}

const nameOf = ({ facts }: Advice, { rail }: OfferedMethod): string => methodName(facts.request.words, rail);

function text({ facts }: Advice, amount: bigint): string {
  return formatMoney({ amount, currency: facts.quote.currency }, facts.request.view.locale);
}

/** The address that chooses a method, for who has no script, and what a press chooses where there is one. */
function choiceOf(advice: Advice, way: OfferedMethod, times: number | null = null): Pick<CoachOption, 'href' | 'pick'> {
  const { facts } = advice;
  const { payment, choice } = facts.places;
  const asked = { [wayName]: way.method, ...(times === null ? {} : { [timesName]: String(times) }) };
  const picked = pickedMethod(facts, way, times);
  return {
    href: `${facts.request.href(payment, { ...choice, ...asked })}#${picked.target}`,
    pick: { ...picked, method: way.method, times },
  };
}

function pickedMethod({ request }: PaymentFacts, way: OfferedMethod, times: number | null): PickedWay {
  const method = methodName(request.words, way.rail);
  const note =
    times === null ? request.words('coach.picked', { method }) : request.words('coach.picked.times', { method, times });
  return { note, target: methodTarget(way.method) };
}

/** What was chosen by the address that a suggestion leads to; null where nothing was, or the answer is newer than that. */
export function pickedOf(facts: PaymentFacts, methods: readonly OfferedMethod[], isSplit: boolean): PickedWay | null {
  const { request, view } = facts;
  const newest = view?.attempts[0];
  if (request.method !== 'GET' || !newest || !refused.has(newest.state)) return null;
  if (isSplit) return { note: request.words('coach.picked.split'), target: splitTarget };
  const way = methods.find(({ method }) => method === request.rawQuery.get(wayName));
  if (!way) return null;
  const times = Number(request.rawQuery.get(timesName) ?? 0);
  return pickedMethod(facts, way, way.takesInstallments && times > 1 ? times : null);
}

/** The fields that pay the whole by this way, where its rail needs no more than the document that is known already. */
function paymentNow({ facts, due }: Advice, offered: OfferedMethod): CoachOption['make'] {
  const { session, quote, view } = facts;
  if (facts.isFrozen || quote.trial || (view?.split?.held ?? 0n) > 0n || !needsNoTyping(facts, offered)) return null;
  const { rail, method } = offered;
  return {
    ...{ quoteId: quote.id, key: idempotencyKeyOf(session, view), amount: String(unitsToJson(due)) },
    ...{ method, terms: 'yes', [railField(rail, 'document')]: facts.lead.document?.number ?? '' },
  };
}

/** What a way costs in so many installments: the whole first in all of them, to be compared at a glance. */
function priceOf(advice: Advice, way: OfferedMethod, count: number): string {
  const option = advice.installments.find((one) => one.count === count);
  if (!way.takesInstallments || !option || count === 1) return text(advice, advice.due);
  const key = option.tax > 0n ? 'coach.price.interest' : 'coach.price.free';
  return advice.facts.request.words(key, {
    count,
    value: text(advice, option.value),
    total: text(advice, option.total),
  });
}

function again(advice: Advice, way: OfferedMethod): CoachOption {
  const { words } = advice.facts.request;
  const own = `method.${way.rail}.again`;
  return {
    ...choiceOf(advice, way),
    make: null,
    label: words.has(own) ? words(own) : words('coach.again', { method: nameOf(advice, way) }),
    price: priceOf(advice, way, usualCount(advice.facts, advice.installments)),
  };
}

function whole(advice: Advice, way: OfferedMethod): CoachOption {
  const { words } = advice.facts.request;
  const make = paymentNow(advice, way);
  const own = `method.${way.rail}.make`;
  return {
    ...choiceOf(advice, way),
    make,
    label: words(make && words.has(own) ? own : 'coach.pay', {
      method: nameOf(advice, way),
      amount: text(advice, advice.due),
    }),
    price: priceOf(advice, way, usualCount(advice.facts, advice.installments)),
  };
}

/** The nearest count that really differs: about half as many, or the most that cost nothing more. */
function otherCount(
  advice: Advice,
  way: OfferedMethod,
  kind: 'fewer-installments' | 'more-installments',
): CoachOption[] {
  const { installments, attempt, facts } = advice;
  const counts = installments.map(({ count }) => count);
  const fewer = counts.filter(
    (count) => count < attempt.installments && count <= Math.max(1, attempt.installments / 2),
  );
  const more = counts.filter((count) => count > attempt.installments);
  const free = longestFree(installments);
  const count =
    kind === 'fewer-installments' ? Math.max(...fewer) : free > attempt.installments ? free : Math.max(...more);
  if (!Number.isFinite(count)) return [];
  return [
    {
      ...choiceOf(advice, way, count),
      make: null,
      label: facts.request.words('coach.times', { count }),
      price: priceOf(advice, way, count),
    },
  ];
}

/** Whether a way takes a part at once; its least is looked at when the buyer pays. */
function fits({ partOnly }: OfferedMethod, amount: bigint): boolean {
  return partOnly === undefined || amount <= BigInt(partOnly);
}

/** A first part in the way that was refused, the rest in another, or in the same with other details. */
function inParts(advice: Advice, first: OfferedMethod, second: OfferedMethod, key: string): CoachOption[] {
  const { facts, due } = advice;
  const amount = suggestedPart(due, BigInt(facts.request.visit.brand.coach.share));
  if (amount < 100n || due - amount < 100n || !fits(first, amount) || !fits(second, due - amount)) return [];
  const ways: WantedWay[] = [
    { method: first.method, amount },
    { method: second.method, amount: null },
  ];
  const names = { method: nameOf(advice, first), other: nameOf(advice, second) };
  const own = `method.${first.rail}.parts`;
  const { words } = facts.request;
  return [
    {
      href: `${splitAddress(facts.request, facts.places, ways)}#${splitTarget}`,
      ...{ pick: null, make: null },
      label: first === second && words.has(own) ? words(own) : words(key, names),
      price: `${text(advice, amount)} + ${text(advice, due - amount)}`,
    },
  ];
}
