import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { DisputeResponse, DisputeView } from './dispute.types.ts';

/** Replaces a text that staff wrote. */
const mark = '•••';

/** The responses to a dispute, oldest first. */
export async function responsesToDispute(db: Db, disputeId: string): Promise<readonly DisputeResponse[]> {
  const rows = await db
    .selectFrom('dispute_responses')
    .selectAll()
    .where('dispute_id', '=', disputeId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind, stage, statement, reference, pack_hash: packHash, responded_by: respondedBy, at }) => {
    return { id, kind, stage, statement, reference, packHash, respondedBy, at };
  });
}

/** Inserts a response; returns its id. */
export async function insertDisputeResponse(
  trx: Db,
  { id: disputeId, orderId, stage }: Pick<DisputeView, 'id' | 'orderId' | 'stage'>,
  response: Pick<DisputeResponse, 'kind' | 'statement' | 'reference' | 'packHash' | 'respondedBy'>,
  now: Date,
): Promise<string> {
  const id = newId('dre');
  const { kind, statement, reference, packHash, respondedBy } = response;
  await trx
    .insertInto('dispute_responses')
    .values({
      ...{ id, dispute_id: disputeId, order_id: orderId, kind, stage, statement, reference },
      ...{ pack_hash: packHash, responded_by: respondedBy, at: now },
    })
    .execute();
  return id;
}

/** Erases what staff wrote about the disputes of these orders: it may name a person, in whatever spelling. */
export async function eraseDisputeStatements(trx: Db, orderIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('dispute_responses')
    .set({ statement: mark })
    .where('order_id', 'in', orderIds)
    .where('statement', '<>', '')
    .execute();
}
