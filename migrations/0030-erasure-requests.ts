import { type Kysely, sql } from 'kysely';

/** An erasure empties what was written when it was asked for: it finds its requests by the buyer's account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index approval_requests_by_buyer on approval_requests ((payload ->> 'accountId')) where kind = 'erasure';
  `.execute(db);
}
