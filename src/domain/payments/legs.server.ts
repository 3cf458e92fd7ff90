import type { Db, DomainContext } from '../context.server.ts';
import { decideCover, type Leg } from '../orders/index.ts';
import type { AttemptRow } from './attempt.repository.server.ts';

/** An attempt with the part of the price that its tender pays. */
export type LegRow = AttemptRow & { readonly principal: bigint };

/** All attempts of an order with their parts of its price, oldest first. Read under the order's lock before deciding. */
export async function legRows(db: Db, orderId: string): Promise<LegRow[]> {
  return db
    .selectFrom('attempts')
    .innerJoin('tenders', 'tenders.id', 'attempts.tender_id')
    .selectAll('attempts')
    .select('tenders.principal')
    .where('attempts.order_id', '=', orderId)
    .orderBy('attempts.number')
    .execute();
}

/** Those that are parts of a price, as the cover rule reads them. */
export function legsOf(ctx: DomainContext, rows: readonly LegRow[]): Leg[] {
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

export interface StandingParts {
  readonly rows: readonly LegRow[];
  /** How much of the price is reserved, minor units. */
  readonly reserved: bigint;
}

/** The attempts of an order that is tried again, and what of its price is reserved; nothing for a new one. */
export async function standingParts(trx: Db, order: { readonly id: string } | null): Promise<StandingParts> {
  if (!order) return { rows: [], reserved: 0n };
  const rows = await legRows(trx, order.id);
  return { rows, reserved: rows.reduce((sum, row) => sum + (isHeldPart(row) ? row.principal : 0n), 0n) };
}

/** A part that a gateway is being asked about, or is about to be: no other try may begin beside it. Null when there is none. */
export function busyPart(
  ctx: DomainContext,
  order: { readonly total: bigint; readonly received: bigint },
  rows: readonly LegRow[],
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
export function heldUntil(ctx: DomainContext, rows: readonly LegRow[]): Date | null {
  const ends = rows.filter(isHeldPart).map(({ created_at, gateway }) => {
    const seconds = ctx.gateways.byId(gateway)?.holdSeconds ?? 0;
    return created_at.getTime() + seconds * 1000;
  });
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}
