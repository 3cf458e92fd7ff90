import { decideSplit } from '#src/domain/orders/index.ts';
import {
  factOfNewCharge,
  mustCapture,
  needsPolling,
  interpretAnswer,
  deferCheck,
  refusedCaptureAsVoid,
  whyNotVoided,
} from '#src/domain/payments/attempts/decide-answer.server.ts';
import { decideFact } from '#src/domain/payments/attempts/decide-fact.server.ts';
import { decideRefundPartEnd } from '#src/domain/payments/refunds/decide-refund-part-end.ts';
import {
  decideHoldExpiry,
  decideHoldWindow,
  isHoldExpired,
} from '#src/domain/payments/attempts/decide-hold-window.server.ts';
import { decideAdmission } from '#src/domain/payments/attempts/decide-admission.server.ts';
import { divideCaptures } from '#src/domain/payments/booking/divide-captures.ts';
import { divideReturnedMoney, netCaptured } from '#src/domain/payments/booking/returned-money.ts';
import {
  busySplitPart,
  heldUntil,
  isReservedPart,
  toSplitParts,
} from '#src/domain/payments/attempts/split-parts.server.ts';
import {
  isFullyReturned,
  mayReopenOrder,
  stateAfterPayment,
} from '#src/domain/payments/booking/order-payment-state.server.ts';
import { planRefund, refundSourcesOf } from '#src/domain/payments/booking/refund-sources.ts';

/**
 * Everything that the product decides about money, as its own code decides it. The simulator only keeps the rows that
 * these functions change; a planted fault is one of them in another version.
 */
export const rules = {
  busySplitPart,
  decideSplit,
  decideFact,
  decideRefundPartEnd,
  decideHoldExpiry,
  decideHoldWindow,
  divideCaptures,
  divideReturnedMoney,
  factOfNewCharge,
  netCaptured,
  heldUntil,
  isFullyReturned,
  isReservedPart,
  isHoldExpired,
  mustCapture,
  needsPolling,
  toSplitParts,
  mayReopenOrder,
  interpretAnswer,
  deferCheck,
  refusedCaptureAsVoid,
  planRefund,
  refundSourcesOf,
  stateAfterPayment,
  decideAdmission,
  whyNotVoided,
};

export type Rules = typeof rules;
