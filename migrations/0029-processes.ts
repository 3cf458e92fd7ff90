import { type Kysely, sql } from 'kysely';

/** Which processes of the product run, and which build each of them is: staff see a deployment that is half done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table processes (
      id text primary key,
      host text not null,
      role text not null,
      version text not null,
      -- Hash of what the build was made of: two builds of one version differ here.
      build text not null,
      -- By the product's clock, which the sandbox moves; seen_at is by the database's, so that every process is judged alike.
      started_at timestamptz not null,
      -- Written every 30 seconds. A process that stops deletes its row; one that was killed leaves it, and is seen no more.
      seen_at timestamptz not null
    );
  `.execute(db);
}
