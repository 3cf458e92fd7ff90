import type { Decline, GatewayAnswer, GatewayFact } from '#src/domain/payments/index.ts';
import type { Money } from '#src/kernel/money/money.ts';
import { mismatch, type Unanswered } from '../gateway-http.server.ts';
import type { DelayedResults } from './delayed-results.server.ts';
import type { ReportedStatus } from './open-api.client.server.ts';
import { paymentStatuses } from './open-api.facts.ts';
import { insCode } from './response-codes.ts';

/** Our reference and amount of a payment. The operator's answers carry no amount. */
export interface Asked {
  readonly reference: string;
  readonly amount: Money;
}

/** Whether this answer requires a status query. */
export function isQuestion(answer: ReportedStatus | Unanswered): boolean {
  if (answer.kind !== 'said') return answer.kind === 'silent';
  const { outcome } = insCode(answer.code);
  return outcome.startsWith('ask') || (outcome === 'later' && answer.isRepeat);
}

/** The end of the call that asked for the PIN. */
export function answerOf(
  answer: ReportedStatus | Unanswered,
  asked: Asked,
  late: DelayedResults,
  now: Date,
): GatewayAnswer {
  if (answer.kind !== 'said') return answer;
  if (answer.thirdPartyReference !== null && answer.thirdPartyReference !== asked.reference)
    return mismatch('reference');
  switch (insCode(answer.code).outcome) {
    case 'done':
      return paid(asked, late, now);
    case 'later':
      return { kind: 'unreachable', reason: answer.code };
    case 'failed':
      return refused(answer.code, now);
    default:
      return { kind: 'silent', reason: answer.code };
  }
}

/** The result of a query. Its own code is about the query; the payment's state is a separate member. */
export function answerOfQuery(
  answer: ReportedStatus | Unanswered,
  asked: Asked,
  late: DelayedResults,
  now: Date,
): GatewayAnswer {
  if (answer.kind !== 'said') return answer;
  const { outcome } = insCode(answer.code);
  if (outcome === 'later') return { kind: 'unreachable', reason: answer.code };
  if (outcome !== 'done') return { kind: 'silent', reason: `refused-${answer.code}` };
  if (answer.thirdPartyReference && answer.thirdPartyReference !== asked.reference) return mismatch('reference');
  const word = (answer.status ?? '').toLowerCase();
  if (!isPaymentStatus(word)) return { kind: 'silent', reason: 'status-unknown' };
  const state = paymentStatuses[word];
  if (state === null) return { kind: 'not-found' };
  if (state === 'captured') return paid(asked, late, now);
  const reason = late.of(asked.reference)?.code;
  if (state === 'declined')
    return refused(
      word === 'cancelled' ? 'INS-5' : reason && insCode(reason).outcome === 'failed' ? reason : 'INS-6',
      now,
    );
  return { kind: 'fact', fact: { state, reference: asked.reference, movements: [], at: now } };
}

function isPaymentStatus(word: string): word is keyof typeof paymentStatuses {
  return Object.hasOwn(paymentStatuses, word);
}

/** Our reference is the movement's id: the one id that every answer carries, or that was sent with the request. */
function paid({ reference, amount }: Asked, late: DelayedResults, now: Date): GatewayAnswer {
  const known = late.of(reference);
  const { at } = known?.code === 'INS-0' ? known : late.remember(reference, 'INS-0');
  const movement = { id: reference, kind: 'capture', amount: amount.amount, currency: amount.currency, at } as const;
  return { kind: 'fact', fact: { state: 'captured', reference, movements: [movement], at: now } };
}

function refused(code: string, at: Date): GatewayAnswer {
  const decline: Decline = {
    code: insCode(code).decline ?? 'wallet-refused',
    raw: code,
    reversible: ['INS-5', 'INS-6', 'INS-2006'].includes(code),
  };
  // No decline: our own call was wrong.
  const state: GatewayFact['state'] = decline.code === 'gateway-refused' ? 'failed' : 'declined';
  return { kind: 'fact', fact: { state, movements: [], decline, at } };
}

/** A reversal under a reference of its own: `end` is its current result, `said` the call's own answer. */
export function refundOf(
  end: ReportedStatus | Unanswered,
  reported: ReportedStatus | Unanswered,
  asked: Asked & { readonly reversal: string },
  late: DelayedResults,
  now: Date,
): GatewayAnswer {
  if (end.kind !== 'said') return end;
  const { outcome } = insCode(end.code);
  if (outcome === 'later') return { kind: 'unreachable', reason: end.code };
  if (outcome !== 'done') return { kind: 'silent', reason: `refused-${end.code}` };
  const word = (end.status ?? '').toLowerCase();
  const isMade = end === reported || (isPaymentStatus(word) && paymentStatuses[word] === 'captured');
  if (!isMade || end.transactionId === null) return { kind: 'silent', reason: 'reversal-not-known' };
  const { amount, currency } = asked.amount;
  const { at } = late.remember(asked.reversal, 'INS-0');
  const movement = { id: end.transactionId, kind: 'refund', amount, currency, at } as const;
  return { kind: 'fact', fact: { state: 'captured', reference: asked.reference, movements: [movement], at: now } };
}
