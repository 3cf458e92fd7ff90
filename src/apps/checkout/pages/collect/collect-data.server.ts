import {
  type InPersonPayment,
  findInPersonPayment,
  inPersonPaymentsOfUnit,
  netCollected,
  historyOf,
  belongsToUnit,
  namesOf,
  decryptProof,
  type InPersonRefundReason,
  inPersonRefundReasons,
  inPersonRefundsOf,
  formatCollectionCode,
  type StaffMember,
} from '#src/domain/in-person/index.server.ts';
import { leadById } from '#src/domain/checkout/leads/index.server.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate, isLocalDate } from '#src/kernel/time/local-date.ts';
import { formatInstant, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { PublicPageRequest } from '../../framework/page.server.ts';
import { paymentQuery, type InPersonPaymentLine, type InPersonPaymentView, type CollectData } from './collect.types.ts';

/** Lines of a list; older payments are found by their code. */
const mostLines = 30;
/** Only Brazilian units take money so far: dates and amounts are in their format. */
const market = 'BR';

const dayOf = (instant: Date): string => formatLocalDate(marketDate(instant, market));

function money(request: PublicPageRequest, amount: bigint, { currency }: Pick<InPersonPayment, 'currency'>): string {
  return formatMoney({ amount, currency }, request.view.locale);
}

/** The payment method, in the copy of its rail. */
export function methodLabel({ ctx, words }: Pick<PublicPageRequest, 'ctx' | 'words'>, method: string): string {
  const rail = ctx.rails.byMethod(method);
  const key = `method.${rail?.id ?? ''}.choice.${method}`;
  return words.has(key) ? words(key) : method;
}

async function buyerOf({ ctx }: PublicPageRequest, payment: InPersonPayment): Promise<string> {
  const order = await orderById(ctx.db, payment.orderId);
  const lead = order && (await leadById(ctx.db, order.leadId));
  return lead?.name ?? '';
}

async function lineOf(request: PublicPageRequest, payment: InPersonPayment): Promise<InPersonPaymentLine> {
  const taken = payment.movements.find(({ kind }) => kind === 'capture');
  return {
    href: request.href(request.path, { [paymentQuery]: payment.id }),
    code: formatCollectionCode(payment.code),
    buyer: await buyerOf(request, payment),
    amount: money(request, taken?.amount ?? payment.amount, payment),
    method: methodLabel(request, payment.method),
    day: dayOf(taken?.at ?? payment.expiresAt),
  };
}

/** The in-person payment of the address, if it belongs to this unit. */
export async function requestedPayment(
  request: PublicPageRequest,
  person: StaffMember,
): Promise<InPersonPayment | null> {
  const payment = await findInPersonPayment(request.ctx.db, 'id', request.rawQuery.get(paymentQuery) ?? '');
  return payment && belongsToUnit(person, payment) ? payment : null;
}

function reasonsFor({ proofKind }: InPersonPayment): readonly InPersonRefundReason[] {
  return inPersonRefundReasons.filter((reason) => !reason.startsWith('returned-') || proofKind === 'bank-draft');
}

/** A date in the market's format; any other value as it was entered. */
function readable(text: string): string {
  return isLocalDate(text) ? formatLocalDate(text) : text;
}

/** An in-person payment as formatted text. */
async function shown(
  request: PublicPageRequest,
  person: StaffMember,
  payment: InPersonPayment,
): Promise<InPersonPaymentView> {
  const { ctx } = request;
  const [refunds, events] = await Promise.all([inPersonRefundsOf(ctx.db, [payment.id]), historyOf(ctx.db, payment.id)]);
  const names = await namesOf(ctx.db, [
    ...new Set(
      [...events.map(({ staffMemberId }) => staffMemberId), ...refunds.map(({ askedBy }) => askedBy)].filter(
        (id) => id !== null,
      ),
    ),
  ]);
  const asked = refunds.find(({ state }) => state === 'requested');
  const taken = payment.movements.find(({ kind }) => kind === 'capture');
  const held = netCollected(payment, refunds);
  const isOver = payment.state === 'canceled' || payment.expiresAt <= ctx.clock.now();
  const isReturned = held === 0n && !asked;
  return {
    id: payment.id,
    code: formatCollectionCode(payment.code),
    buyer: await buyerOf(request, payment),
    amount: money(request, payment.amount, payment),
    method: methodLabel(request, payment.method),
    until: dayOf(payment.expiresAt),
    state: taken ? (isReturned ? 'returned' : 'taken') : isOver ? 'over' : 'open',
    proofKind: payment.proofKind,
    proof: Object.entries(decryptProof(ctx, taken?.proof ?? {})).map(([name, text]) => ({
      name,
      text: readable(String(text)),
    })),
    held: taken ? money(request, held, payment) : null,
    reasons: reasonsFor(payment),
    refund: asked
      ? {
          id: asked.id,
          amount: money(request, asked.amount, payment),
          reason: asked.reason,
          by: asked.askedBy === null ? null : (names.get(asked.askedBy) ?? ''),
          isOwn: asked.askedBy === person.id,
        }
      : null,
    history: events.map(({ kind, staffMemberId, detail, at }) => ({
      kind,
      at: formatInstant(at, marketZone(market)),
      who: staffMemberId === null ? null : (names.get(staffMemberId) ?? ''),
      amount: typeof detail['amount'] === 'number' ? money(request, BigInt(detail['amount']), payment) : null,
    })),
  };
}

const doings = ['taken', 'asked', 'approved', 'refused'] as const;

/** The data of a unit's page. */
export async function collectData(request: PublicPageRequest, person: StaffMember): Promise<CollectData> {
  const { ctx, rawQuery } = request;
  const [open, taken, payment] = await Promise.all([
    inPersonPaymentsOfUnit(ctx.db, person, 'open', mostLines),
    inPersonPaymentsOfUnit(ctx.db, person, 'collected', mostLines),
    requestedPayment(request, person),
  ]);
  const now = ctx.clock.now();
  const current = open.filter(({ expiresAt }) => expiresAt > now);
  const unit = (payment ?? open[0] ?? taken[0])?.unit.name;
  return {
    person: person.name,
    unit: unit ?? unitName(request, person),
    here: request.href(request.path),
    done: doings.find((one) => one === rawQuery.get('done')) ?? null,
    payment: payment && (await shown(request, person, payment)),
    open: await Promise.all(current.map((one) => lineOf(request, one))),
    taken: await Promise.all(taken.map((one) => lineOf(request, one))),
  };
}

/** The unit's current name in the brand's data. */
function unitName({ brands }: PublicPageRequest, { brand, unitId }: StaffMember): string {
  const units = brands.brands.filter((one) => one.brand === brand).flatMap((one) => one.units);
  return units.find(({ id }) => id === unitId)?.name ?? unitId;
}
