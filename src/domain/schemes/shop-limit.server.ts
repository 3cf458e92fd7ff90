import { sql } from 'kysely';
import type { Db } from '../context.server.ts';
import type { RefusedTry } from './may-try.ts';
import { retryLimits, type ShopLimit } from './retry-limits.data.ts';

/**
 * Whether a card that was refused before must rest because its shop has come to the scheme's limit for all cards
 * together. Only asked for a card with such a refusal of its own: others cost one look at what was read already.
 */
export async function isShopAtItsLimit(
  db: Db,
  wanted: { readonly brand: string; readonly gateway: string },
  refused: readonly RefusedTry[],
  now: Date,
): Promise<boolean> {
  const limit = retryLimits[wanted.brand]?.ofShop;
  if (!limit || !refused.some(({ returnCode }) => limit.codes.includes(returnCode))) return false;
  return (await refusalsOfShop(db, wanted, limit, now)) >= limit.refusals;
}

/** Refusals of a shop's cards at one gateway, charges and checks without money; never more than the limit is counted. */
async function refusalsOfShop(
  db: Db,
  { brand, gateway }: { readonly brand: string; readonly gateway: string },
  { codes, refusals, hours }: ShopLimit,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - hours * 3_600_000);
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (
      (select 1 from attempts where gateway = ${gateway} and created_at > ${since} and state = 'declined'
         and kept ->> 'brand' = ${brand} and split_part(decline_raw, ' ', 1) = any(${codes}) limit ${refusals})
      union all
      (select 1 from means_tries where gateway = ${gateway} and tried_at > ${since} and outcome = 'refused'
         and brand = ${brand} and split_part(raw, ' ', 1) = any(${codes}) limit ${refusals})
    ) refused`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
