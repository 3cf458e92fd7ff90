import { decideSplit, type SplitOrderPart } from '../../orders/index.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import type { GatewayPort } from '../ports/gateway.port.ts';

/** An attempt with the part of the price that its tender pays. */
export type SplitPartRow = AttemptRow & { readonly principal: bigint };

/** Gateways that reserve money, and for how long. */
export interface ReservationRules {
  readonly gateways: { byId(id: string): Pick<GatewayPort, 'holdSeconds'> | null };
}

type SplitPartFacts = Pick<
  SplitPartRow,
  'id' | 'state' | 'principal' | 'number' | 'part' | 'superseded' | 'sealed_request' | 'next_action' | 'gateway'
>;

/** The parts of a split order among its attempts. */
export function toSplitParts(ctx: ReservationRules, rows: readonly SplitPartFacts[]): SplitOrderPart[] {
  return rows.flatMap((row) =>
    row.part === null
      ? []
      : [
          {
            id: row.id,
            state: row.state,
            principal: row.principal,
            number: row.number,
            part: row.part,
            superseded: row.superseded,
            pending: row.sealed_request !== null,
            blocks: row.next_action !== null || ctx.gateways.byId(row.gateway)?.holdSeconds !== undefined,
          },
        ],
  );
}

/** Whether a part is reserved until the whole price is there: a new attempt must not cancel it. */
export function isReservedPart(row: Pick<AttemptRow, 'part' | 'state' | 'superseded'>): boolean {
  return row.part !== null && row.state === 'authorized' && !row.superseded;
}

/** The part whose gateway is called, or is about to be: no other attempt may start beside it. Null when there is none. */
export function busySplitPart(
  ctx: ReservationRules,
  order: { readonly total: bigint; readonly received: bigint },
  rows: readonly SplitPartFacts[],
): string | null {
  const splitParts = toSplitParts(ctx, rows);
  const { start, capture } = decideSplit(order.total, order.received, splitParts);
  const asked = splitParts.find((part) => isAsked(part.state) && !part.pending && !part.superseded);
  return asked?.id ?? start ?? capture[0] ?? null;
}

function isAsked(state: string): boolean {
  return state === 'created' || state === 'unknown' || state === 'processing';
}

/** Gateways that could not be reached for this order: the next attempt goes to another one, if there is one. */
export function unreachableGateways(rows: readonly Pick<AttemptRow, 'gateway' | 'decline_code'>[]): readonly string[] {
  return rows.filter((row) => row.decline_code === 'gateway-unreachable').map(({ gateway }) => gateway);
}

/** Until when all reserved parts stay so at their gateways; null = nothing is reserved. */
export function heldUntil(
  ctx: ReservationRules,
  rows: readonly Pick<SplitPartRow, 'part' | 'state' | 'superseded' | 'created_at' | 'gateway'>[],
): Date | null {
  const ends = rows.filter(isReservedPart).map(({ created_at, gateway }) => {
    const seconds = ctx.gateways.byId(gateway)?.holdSeconds ?? 0;
    return created_at.getTime() + seconds * 1000;
  });
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}
