import { decideCover } from '#src/domain/orders/index.ts';
import {
  factOfStart,
  isToBeTaken,
  isWorkedOn,
  meaningOf,
  postponed,
  refusedIsVoid,
  whyNotReleased,
} from '#src/domain/payments/decide-check.server.ts';
import { decideFact } from '#src/domain/payments/decide-fact.server.ts';
import { decidePartEnd } from '#src/domain/payments/decide-part-end.ts';
import { decideRescueEnd, decideWindow, isRescueOver } from '#src/domain/payments/decide-rescue.server.ts';
import { wayFor } from '#src/domain/payments/decide-way.server.ts';
import { divideCaptures } from '#src/domain/payments/divide-captures.ts';
import { divideReversal } from '#src/domain/payments/divide-reversal.ts';
import { heldBy } from '#src/domain/payments/held-by.ts';
import { busyPart, heldUntil, isHeldPart, legsOf } from '#src/domain/payments/legs.server.ts';
import { isAllGone, mayReopen, stateAfterMoney } from '#src/domain/payments/order-standing.server.ts';
import { sharesOf, sourcesOf } from '#src/domain/payments/refund-sources.ts';

/**
 * Everything that the product decides about money, as its own code decides it. The simulator only keeps the rows that
 * these functions change; a planted fault is one of them in another version.
 */
export const rules = {
  busyPart,
  decideCover,
  decideFact,
  decidePartEnd,
  decideRescueEnd,
  decideWindow,
  divideCaptures,
  divideReversal,
  factOfStart,
  heldBy,
  heldUntil,
  isAllGone,
  isHeldPart,
  isRescueOver,
  isToBeTaken,
  isWorkedOn,
  legsOf,
  mayReopen,
  meaningOf,
  postponed,
  refusedIsVoid,
  sharesOf,
  sourcesOf,
  stateAfterMoney,
  wayFor,
  whyNotReleased,
};

export type Rules = typeof rules;
