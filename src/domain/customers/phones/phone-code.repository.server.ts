import type { Selectable } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { keyedHash } from './code-secret.server.ts';

export type PhoneCodeRow = Selectable<Database['phone_codes']>;

/** Life of a code, and the pause until the next one may be requested. */
export const codeLifeSeconds = 600;
export const resendSeconds = 60;
/** Guesses per code; the table has the same rule. */
export const maxGuesses = 5;

/** The code of a lead that may still be entered. */
export async function openCode(db: Db, leadId: string): Promise<PhoneCodeRow | null> {
  const row = await db
    .selectFrom('phone_codes')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The same, locked, so that guesses are counted one after another. */
export async function lockOpenCode(trx: Db, leadId: string): Promise<PhoneCodeRow | null> {
  const row = await trx
    .selectFrom('phone_codes')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** When a code was last sent to a phone, for any lead. */
export async function lastSentTo(db: Db, phone: string): Promise<Date | null> {
  const row = await db
    .selectFrom('phone_codes')
    .select('sent_at')
    .where('phone', '=', phone)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sent_at ?? null;
}

/** Writes a lead's new code in place of the one before; of the code itself only a keyed hash is kept. */
export async function replaceCode(
  ctx: CustomersContext,
  trx: Db,
  leadId: string,
  phone: string,
  code: string,
): Promise<PhoneCodeRow> {
  const now = ctx.clock.now();
  await trx
    .updateTable('phone_codes')
    .set({ closed_at: now })
    .where('lead_id', '=', leadId)
    .where('closed_at', 'is', null)
    .execute();
  const id = newId('cod');
  return trx
    .insertInto('phone_codes')
    .values({
      id,
      lead_id: leadId,
      phone,
      code_hash: keyedHash(ctx.config.codeKey, `${id}/${code}`),
      sent_at: now,
      expires_at: new Date(now.getTime() + codeLifeSeconds * 1000),
      closed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Counts a guess at a code, and closes the code where `closedAt` is given. */
export async function countGuess(trx: Db, id: string, tries: number, closedAt: Date | null): Promise<void> {
  await trx.updateTable('phone_codes').set({ tries, closed_at: closedAt }).where('id', '=', id).execute();
}

/** Deletes a code that was certainly not sent. */
export async function deletePhoneCode(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('phone_codes').where('id', '=', id).execute();
}

/** Deletes every code of these leads, with the number that each went to. */
export async function erasePhoneCodes(trx: Db, leadIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('phone_codes').where('lead_id', 'in', leadIds).execute();
}

/** Days for which an expired code is kept, as proof of what was sent. */
const retentionDays = 30;

/** Deletes codes of a month ago and budgets of past periods, so that no number is stored longer than needed. */
export async function sweepPhoneCodes(ctx: CustomersContext): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.deleteFrom('sms_budgets').where('ends_at', '<', now).execute();
  await ctx.db
    .deleteFrom('phone_codes')
    .where('expires_at', '<', new Date(now.getTime() - retentionDays * 24 * 3_600_000))
    .execute();
}
