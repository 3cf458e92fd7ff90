import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { DeclinedCardAttempt } from './may-retry.ts';
import { retryLimits, type MerchantLimit } from './retry-limits.data.ts';

/**
 * Whether a card that was refused before must rest because its shop has come to the scheme's limit for all cards
 * together. Only asked for a card with such a refusal of its own: others cost one look at what was read already.
 */
export async function isMerchantAtLimit(
  db: Db,
  wanted: { readonly brand: string; readonly gateway: string },
  refused: readonly DeclinedCardAttempt[],
  now: Date,
): Promise<boolean> {
  const limit = retryLimits[wanted.brand]?.ofMerchant;
  if (!limit || !refused.some(({ returnCode }) => limit.codes.includes(returnCode))) return false;
  return (await declinesOfMerchant(db, wanted, limit, now)) >= limit.refusals;
}

/** Refusals of a shop's cards at one gateway, charges and checks without money; never more than the limit is counted. */
async function declinesOfMerchant(
  db: Db,
  { brand, gateway }: { readonly brand: string; readonly gateway: string },
  { codes, refusals, hours }: MerchantLimit,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - hours * 3_600_000);
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (
      (select 1 from attempts where gateway = ${gateway} and created_at > ${since} and state = 'declined'
         and kept ->> 'brand' = ${brand} and split_part(decline_raw, ' ', 1) = any(${codes}) limit ${refusals})
      union all
      (select 1 from card_attempts where gateway = ${gateway} and attempted_at > ${since} and outcome = 'refused'
         and brand = ${brand} and split_part(raw, ' ', 1) = any(${codes}) limit ${refusals})
    ) refused`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
