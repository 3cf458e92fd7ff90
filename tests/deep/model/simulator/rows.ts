import type { AttemptRow } from '#src/domain/payments/index.server.ts';
import type { OrderState } from '#src/domain/orders/index.server.ts';
import type { FakeGatewayHabit } from './fake-gateways.ts';

/** The columns of an attempt that the product's rules read or change, and its tender's part of the price. */
export type SimAttempt = {
  -readonly [name in keyof Columns]: Columns[name];
} & {
  readonly orderId: string;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly habit: FakeGatewayHabit;
};

type Columns = Pick<
  AttemptRow,
  | 'id'
  | 'tender_id'
  | 'number'
  | 'gateway'
  | 'state'
  | 'amount'
  | 'checks'
  | 'not_found'
  | 'contradictions'
  | 'reference'
  | 'instructions'
  | 'next_action'
  | 'superseded'
  | 'void_state'
  | 'part'
  | 'sealed_request'
  | 'capture_requested'
  | 'created_at'
  | 'updated_at'
  | 'expires_at'
  | 'deadline_at'
  | 'next_check_at'
  | 'recheck_at'
  | 'poll_lease_until'
  | 'decline_code'
  | 'decline_raw'
>;

export interface SimOrder {
  readonly id: string;
  readonly total: bigint;
  state: OrderState;
  received: bigint;
  returned: bigint;
  holdExpiresAt: Date | null;
  grants: number;
  revoked: boolean;
}

/** A line of the books. Minor units. */
export interface SimLine {
  readonly kind: string;
  readonly orderId: string;
  readonly attemptId: string;
  readonly tenderId: string;
  readonly movementId: string;
  readonly amount: bigint;
  readonly at: Date;
}

export interface SimSurplus {
  readonly id: string;
  readonly orderId: string;
  readonly attemptId: string;
  readonly movementId: string;
  readonly amount: bigint;
  readonly currency: string;
  isOpen: boolean;
  /** The refund that it was given back by. */
  refundedBy: string | null;
}

export interface SimPart {
  readonly id: string;
  readonly orderId: string;
  readonly attemptId: string;
  readonly amount: bigint;
  state: 'wanted' | 'done';
  refundedBy: string | null;
  /** Under which key its company is asked. */
  key: string;
}

/** One part of what is paid: by card (its company can reserve) or by a code that somebody pays elsewhere. */
export interface Tender {
  readonly habit: FakeGatewayHabit;
  readonly principal: bigint;
  readonly interest: bigint;
}

const minutes = 60_000;

/** A new attempt as T1 writes it. */
export function newAttempt(
  of: Tender & {
    readonly id: string;
    readonly orderId: string;
    readonly number: number;
    readonly now: Date;
    readonly part: number | null;
    readonly isPending: boolean;
  },
): SimAttempt {
  const { id, orderId, number, now, part, habit, principal, interest } = of;
  const expires = new Date(now.getTime() + 30 * minutes);
  return {
    ...{ id, orderId, number, part, habit, principal, interest },
    tender_id: `t-${id}`,
    gateway: habit === 'code' ? 'codes' : 'cards',
    state: 'created',
    amount: principal + interest,
    checks: 0,
    not_found: 0,
    contradictions: 0,
    reference: null,
    instructions: null,
    next_action: null,
    superseded: false,
    void_state: null,
    sealed_request: of.isPending ? 'sealed' : null,
    capture_requested: false,
    created_at: now,
    updated_at: now,
    expires_at: expires,
    deadline_at: new Date(expires.getTime() + minutes),
    next_check_at: of.isPending ? null : new Date(now.getTime() + 20_000),
    recheck_at: null,
    poll_lease_until: null,
    decline_code: null,
    decline_raw: null,
  };
}
