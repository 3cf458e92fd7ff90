import type {
  ChargeReference,
  Decline,
  GatewayAnswer,
  GatewayFact,
  SavedInstrument,
  Movement,
} from '#src/domain/payments/index.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { mismatch, unreadable } from '../gateway-http.server.ts';
import type { Charge, Transaction } from './charge.schema.server.ts';
import { brandOf, declineFrom } from './decline-codes.ts';
import { reservedStatuses, returnedStatuses, takenStatuses, unregisteredStatuses } from './unverified.ts';

type Asked = Pick<ChargeReference, 'attemptId' | 'amount'>;

/** Whether this charge has more movements than its last transaction shows: then all transactions are read. */
export function needsHistory({ status, canceled_amount: canceled, last_transaction: last }: Charge): boolean {
  if (status === 'chargedback' || (canceled ?? 0) > 0) return true;
  const isPaid = status === 'paid' || status === 'overpaid' || status === 'underpaid';
  return isPaid && !takenStatuses.has(last?.status ?? '');
}

const withoutMoney: readonly Charge['status'][] = ['canceled', 'failed'];

/** Of several charges, the newest first: one that took money, else one that still may, else the newest. */
export function mostRelevantCharge(charges: readonly Charge[]): Charge | undefined {
  const rank = ({ status }: Charge): number => {
    if (withoutMoney.includes(status)) return 2;
    return status === 'pending' || status === 'processing' ? 1 : 0;
  };
  return charges.toSorted((one, other) => rank(one) - rank(other))[0];
}

/**
 * A charge and its transactions as a fact, or as unknown when it is about another order, amount or currency. Movements
 * come from the transactions, each with a stable id.
 */
export function answerFrom(charge: Charge, history: readonly Transaction[], asked: Asked, at: Date): GatewayAnswer {
  if (charge.code !== asked.attemptId) return mismatch('order');
  if (BigInt(charge.amount) !== asked.amount.amount) return mismatch('amount');
  if ((charge.currency ?? 'BRL') !== asked.amount.currency) return mismatch('currency');
  const isSlip = charge.payment_method === 'boleto';
  const last = charge.last_transaction;
  const movements = history.flatMap((one) => movementOf(one, charge)).toSorted(inTime);
  if (charge.status === 'chargedback') movements.push(chargebackOf(charge, movements, at));
  const state = stateOf(charge, movements);
  if (state === null) return unreadable;
  const instructions = isSlip && last ? instructionsOf(last, state) : null;
  if (isSlip && state === 'awaiting-buyer' && !instructions) return unreadable;
  const fact: GatewayFact = {
    state,
    reference: charge.id,
    movements,
    ...(instructions ? { instructions } : {}),
    ...(state === 'declined' ? { decline: refusalIn(charge) } : {}),
    at,
  };
  return { kind: 'fact', fact };
}

/** Oldest first; a payment comes before its refund. Pagar.me's lists begin with the newest. */
function inTime(one: Movement, other: Movement): number {
  return one.at.getTime() - other.at.getTime() || Number(one.kind !== 'capture') - Number(other.kind !== 'capture');
}

/** Null: the charge is marked paid and shows no amount. */
function stateOf(charge: Charge, movements: readonly Movement[]): GatewayFact['state'] | null {
  const isSlip = charge.payment_method === 'boleto';
  const status = charge.last_transaction?.status ?? '';
  if (movements.some(({ kind }) => kind === 'capture')) return 'captured';
  switch (charge.status) {
    case 'paid':
    case 'overpaid':
    case 'underpaid':
    case 'chargedback':
      return null;
    case 'failed':
      return 'declined';
    case 'canceled':
      return 'voided';
    case 'processing':
      return isSlip ? 'awaiting-buyer' : 'processing';
    case 'pending':
      if (isSlip) return 'awaiting-buyer';
      return reservedStatuses.has(status) ? 'authorized' : 'processing';
  }
}

function movementOf(transaction: Transaction, charge: Charge): Movement[] {
  const status = transaction.status ?? '';
  const kind = takenStatuses.has(status) ? 'capture' : returnedStatuses.has(status) ? 'refund' : null;
  if (kind === null || transaction.success === false) return [];
  const paid = kind === 'capture' ? (transaction.paid_amount ?? null) : null;
  const amount = BigInt(paid ?? transaction.amount ?? charge.amount);
  const at = transaction.paid_at ?? transaction.created_at ?? charge.paid_at;
  return amount > 0n && at ? [{ id: transaction.id, kind, amount, currency: 'BRL', at: instantOf(at) }] : [];
}

/** The card of a charge as Pagar.me keeps it, for later payments of the same customer; null when it was not kept. */
export function savedCardIn({ last_transaction: last }: Charge): SavedInstrument | null {
  const { id, brand, last_four_digits: last4, exp_month: month, exp_year: year } = last?.card ?? {};
  if (!id || !brand || !last4 || !month || !year) return null;
  const expiry = `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
  return { token: id, brand: brandOf(brand), last4, expiry };
}

/** A chargeback has no transaction of its own: one per charge, of all that was not refunded before. */
function chargebackOf(charge: Charge, movements: readonly Movement[], at: Date): Movement {
  const left = movements.reduce((sum, { kind, amount }) => sum + (kind === 'capture' ? amount : -amount), 0n);
  const moved = charge.updated_at ? instantOf(charge.updated_at) : at;
  return { id: `${charge.id}-chargeback`, kind: 'chargeback', amount: left, currency: 'BRL', at: moved };
}

/** Its times carry `Z`; one without a zone is UTC too. */
function instantOf(text: string): Date {
  return new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}

function refusalIn({ payment_method: method, last_transaction: last }: Charge): Decline {
  const code = last?.acquirer_return_code ?? '';
  if (method === 'boleto') return { code: 'slip-refused', raw: last?.status ?? 'failed', reversible: true };
  if (last && code !== '') {
    const schemeCode = last.retry_info?.brand_failure_return_code;
    return declineFrom({
      brand: brandOf(last.card?.brand ?? ''),
      returnCode: code,
      ...(schemeCode ? { schemeCode } : {}),
    });
  }
  const wire = last?.gateway_response?.code ?? '';
  return { code: 'gateway-refused', raw: `gateway-${/^\d{3}$/.test(wire) ? wire : 'failed'}`, reversible: true };
}

/**
 * The slip's instructions; null without a payable line. Agency and beneficiary are Pagar.me's, which the answer does
 * not contain.
 */
function instructionsOf(slip: Transaction, state: GatewayFact['state']): JsonObject | null {
  const line = (slip.line ?? '').replaceAll(/\D/g, '');
  const barcode = barcodeOf(line);
  if (barcode === null) return null;
  const isPending = unregisteredStatuses.has(slip.status ?? '');
  const status = state !== 'awaiting-buyer' ? 'over' : isPending ? 'pending-registration' : 'registered';
  const code = slip.qr_code ?? '';
  return {
    status,
    ourNumber: slip.nosso_numero ?? '',
    barcode,
    line,
    ...(code.startsWith('000201') ? { pix: { brCode: code } } : {}),
  };
}

/**
 * The 44 digits of the barcode from a line of 47 as Pagar.me prints it, with dots and blanks; null when it is no such
 * line.
 */
function barcodeOf(line: string): string | null {
  const digits = line.replaceAll(/[\s.-]/g, '');
  if (!/^\d{47}$/.test(digits)) return null;
  const free = digits.slice(4, 9) + digits.slice(10, 20) + digits.slice(21, 31);
  return digits.slice(0, 4) + digits.slice(32) + free;
}
