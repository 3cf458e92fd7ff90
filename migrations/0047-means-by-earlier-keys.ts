import { sql, type Kysely } from 'kysely';

/** A card that was kept before a secret was rotated is looked up by the hash that the earlier secret made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index payment_profiles_by_means on payment_profiles (means_key) where means_key is not null
  `.execute(db);
}
