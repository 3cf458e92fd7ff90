import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';
import { codeLength, isCode } from './code-secret.server.ts';
import { lockOpenCode, maxGuesses, openCode, type PhoneCodeRow } from './phone-code.repository.server.ts';
import { resendAt } from './send-phone-code.server.ts';

const shape = new RegExp(`^\\d{${codeLength}}$`);

/**
 * Whether this is the code that a lead's phone got. Right or wrong, it costs one of five guesses; afterwards, or when the
 * right one came, the code is over. Wrong, used, old and none at all are all just `false`. A code that has not six
 * digits is no guess.
 */
export async function checkPhoneCode(ctx: CustomersContext, leadId: string, typed: string): Promise<boolean> {
  const code = typed.replaceAll(/[\s-]/g, '');
  if (!shape.test(code)) return false;
  return transaction(ctx.db, (trx) => check(ctx, trx, leadId, code));
}

async function check(ctx: CustomersContext, trx: Db, leadId: string, code: string): Promise<boolean> {
  const now = ctx.clock.now();
  const lead = await trx
    .selectFrom('leads')
    .select(['phone', 'verified_phone'])
    .where('id', '=', leadId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const row = lead ? await lockOpenCode(trx, leadId) : null;
  if (!lead || !row || row.expires_at <= now || row.tries >= maxGuesses) return false;
  const isRight = isCode(ctx.config.codeKey, row.id, code, row.code_hash) && row.phone === lead.phone;
  const tries = row.tries + 1;
  await trx
    .updateTable('phone_codes')
    .set({ tries, closed_at: isRight || tries >= maxGuesses ? now : null })
    .where('id', '=', row.id)
    .execute();
  if (!isRight) return false;
  await trx
    .updateTable('leads')
    .set({ verified_phone: row.phone, phone_verified_at: now, updated_at: now })
    .where('id', '=', leadId)
    .execute();
  return true;
}

/** What a page may know of a lead's code: until when it holds, and from when on another may be asked for. */
export interface PhoneCodeState {
  readonly expiresAt: Date;
  readonly resendAt: Date;
}

/** The code that may still be entered for a lead's present number; null when there is none. */
export async function phoneCodeState(
  ctx: CustomersContext,
  lead: { readonly id: string; readonly phone: string },
): Promise<PhoneCodeState | null> {
  const row: PhoneCodeRow | null = await openCode(ctx.db, lead.id);
  if (!row || row.phone !== lead.phone || row.expires_at <= ctx.clock.now()) return null;
  return { expiresAt: row.expires_at, resendAt: resendAt(row.sent_at) };
}
