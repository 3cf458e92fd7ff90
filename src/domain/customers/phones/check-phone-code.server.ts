import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';
import { lockLeadPhone, markPhoneVerified } from '../../checkout/leads/index.server.ts';
import { codeLength, isCode } from './code-secret.server.ts';
import { countGuess, lockOpenCode, maxGuesses, openCode, type PhoneCodeRow } from './phone-code.repository.server.ts';
import { resendAt } from './send-phone-code.server.ts';

const shape = new RegExp(`^\\d{${codeLength}}$`);

/**
 * Whether this is the code that a lead's phone got. Right or wrong, it is one of five guesses; after them, or after the right
 * one, the code is closed. Wrong, used, expired and missing codes are all `false`. A text without six digits is no guess.
 */
export async function checkPhoneCode(ctx: CustomersContext, leadId: string, typed: string): Promise<boolean> {
  const code = typed.replaceAll(/[\s-]/g, '');
  if (!shape.test(code)) return false;
  return transaction(ctx.db, (trx) => check(ctx, trx, leadId, code));
}

async function check(ctx: CustomersContext, trx: Db, leadId: string, code: string): Promise<boolean> {
  const now = ctx.clock.now();
  const lead = await lockLeadPhone(trx, leadId);
  const row = lead ? await lockOpenCode(trx, leadId) : null;
  if (!lead || !row || row.expires_at <= now || row.tries >= maxGuesses) return false;
  const isRight = isCode(ctx.config.codeKey, row.id, code, row.code_hash) && row.phone === lead.phone;
  const tries = row.tries + 1;
  await countGuess(trx, row.id, tries, isRight || tries >= maxGuesses ? now : null);
  if (!isRight) return false;
  await markPhoneVerified(trx, leadId, row.phone, now);
  return true;
}

/** The open code of a lead, as a page shows it: when it expires, and from when on another may be requested. */
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
