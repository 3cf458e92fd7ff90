import { decideCover, type Leg } from '../orders/index.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import type { GatewayPort } from './gateway.port.ts';

/** An attempt with the part of the price that its tender pays. */
export type LegRow = AttemptRow & { readonly principal: bigint };

/** Who reserves money, and for how long. */
export interface HoldRules {
  readonly gateways: { byId(id: string): Pick<GatewayPort, 'holdSeconds'> | null };
}

type LegFacts = Pick<
  LegRow,
  'id' | 'state' | 'principal' | 'number' | 'leg' | 'superseded' | 'pending' | 'next_action' | 'gateway'
>;

/** Those that are parts of a price, as the cover rule reads them. */
export function legsOf(ctx: HoldRules, rows: readonly LegFacts[]): Leg[] {
  return rows.flatMap((row) =>
    row.leg === null
      ? []
      : [
          {
            id: row.id,
            state: row.state,
            principal: row.principal,
            number: row.number,
            leg: row.leg,
            superseded: row.superseded,
            pending: row.pending !== null,
            blocks: row.next_action !== null || ctx.gateways.byId(row.gateway)?.holdSeconds !== undefined,
          },
        ],
  );
}

/** Reserved for its order until the whole price is there: no part of it may be given up by a new try. */
export function isHeldPart(row: Pick<AttemptRow, 'leg' | 'state' | 'superseded'>): boolean {
  return row.leg !== null && row.state === 'authorized' && !row.superseded;
}

/** A part that a gateway is being asked about, or is about to be: no other try may begin beside it. Null when there is none. */
export function busyPart(
  ctx: HoldRules,
  order: { readonly total: bigint; readonly received: bigint },
  rows: readonly LegFacts[],
): string | null {
  const legs = legsOf(ctx, rows);
  const { start, capture } = decideCover(order.total, order.received, legs);
  const asked = legs.find((leg) => isAsked(leg.state) && !leg.pending && !leg.superseded);
  return asked?.id ?? start ?? capture[0] ?? null;
}

function isAsked(state: string): boolean {
  return state === 'created' || state === 'unknown' || state === 'processing';
}

/** Who could not be reached for this order: the buyer's next try goes to somebody else, if there is one. */
export function unreachedGateways(rows: readonly Pick<AttemptRow, 'gateway' | 'decline_code'>[]): readonly string[] {
  return rows.filter((row) => row.decline_code === 'gateway-unreachable').map(({ gateway }) => gateway);
}

/** Until when everything that is reserved stays so at its companies; null = nothing is. */
export function heldUntil(
  ctx: HoldRules,
  rows: readonly Pick<LegRow, 'leg' | 'state' | 'superseded' | 'created_at' | 'gateway'>[],
): Date | null {
  const ends = rows.filter(isHeldPart).map(({ created_at, gateway }) => {
    const seconds = ctx.gateways.byId(gateway)?.holdSeconds ?? 0;
    return created_at.getTime() + seconds * 1000;
  });
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}
