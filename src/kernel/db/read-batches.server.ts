import { type CompiledQuery, type Transaction, sql } from 'kysely';

/** Rows of one batch: some hundred kilobytes. */
const rowsAtOnce = 2_000;

/**
 * Reads the rows of a query batch by batch, by a cursor of the transaction: their number does not matter to the memory of
 * either side. `name`: the cursor's, one at a time in a transaction.
 */
export async function* readBatches<DB, Row>(
  trx: Transaction<DB>,
  name: string,
  query: { compile(): CompiledQuery<Row> },
): AsyncGenerator<readonly Row[]> {
  const { sql: text, parameters } = query.compile();
  const cursor = sql.id(name);
  await trx.executeQuery({
    ...sql``.compile(trx),
    sql: `declare "${name}" no scroll cursor for ${text}`,
    parameters,
  });
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from ${cursor}`.execute(trx);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) break;
  }
  await sql`close ${cursor}`.execute(trx);
}
