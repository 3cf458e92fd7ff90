import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { checkPhone } from '#src/kernel/validation/phone.server.ts';
import { countries, type Country } from '#src/kernel/locale/locale.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';
import { lockLeadPhone } from '../../checkout/leads/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { newCode } from './code-secret.server.ts';
import { codeMessage } from './sms-text.ts';
import {
  deletePhoneCode,
  lastSentTo,
  type PhoneCodeRow,
  replaceCode,
  resendSeconds,
} from './phone-code.repository.server.ts';
import { isCodeUsageNormal, restoreSmsBudgets, consumeSmsBudgets } from './sms-budget.repository.server.ts';

export interface CodeRequest {
  readonly leadId: string;
  /** IP address of the request. */
  readonly ip: string;
  /** The message's text with the code in it; the line that browsers read is added. */
  readonly words: (code: string) => string;
}

export interface SentCode {
  readonly resendAt: Date;
  readonly expiresAt: Date;
}

/**
 * Why no code was sent. Buyers see the same text for all but `too-soon`: the limits of a phone or an address are not disclosed.
 */
export type SendFailure =
  | { readonly code: 'lead-missing' | 'phone-verified' | 'phone-not-served' | 'too-many' | 'sms-unreachable' }
  | { readonly code: 'too-soon'; readonly retryAfterSeconds: number };

/** Whether codes are sent to a number: mobiles of the three markets, and no premium number. */
export function isSupportedPhone(phone: string): boolean {
  const checked = checkPhone(phone, 'BR');
  return checked.ok && countries.some((country: Country) => country === checked.value.country);
}

/**
 * Sends a lead's phone a new code in place of any earlier one. The code and its budgets are written first, the message is sent
 * without locks; one that was certainly not sent counts nothing and may be requested again at once.
 */
export async function sendPhoneCode(
  ctx: CustomersContext,
  request: CodeRequest,
): Promise<Result<SentCode, SendFailure>> {
  const code = newCode();
  const opened = await inTransaction(ctx.db, (trx) => createCode(ctx, trx, request, code));
  if (!opened.ok) return opened;
  const row = opened.value;
  const text = codeMessage(request.words(code), code, ctx.config.publicOrigin);
  const outcome = await ctx.sms.send({ to: row.phone, text, key: row.id });
  if (outcome === 'rejected') {
    await inTransaction(ctx.db, (trx) => undoSend(ctx, trx, row, request.ip));
    ctx.log.warn('sms-not-sent', { code: outcome });
    return err({ code: 'sms-unreachable' });
  }
  return ok({ resendAt: resendAt(row.sent_at), expiresAt: row.expires_at });
}

export function resendAt(sentAt: Date): Date {
  return new Date(sentAt.getTime() + resendSeconds * 1000);
}

async function createCode(
  ctx: CustomersContext,
  trx: Db,
  { leadId, ip }: CodeRequest,
  code: string,
): Promise<Result<PhoneCodeRow, SendFailure>> {
  const lead = await lockLeadPhone(trx, leadId);
  if (!lead) return err({ code: 'lead-missing' });
  if (lead.isVerified) return err({ code: 'phone-verified' });
  if (!isSupportedPhone(lead.phone)) return err({ code: 'phone-not-served' });
  // The budget's row lock makes other requests for this phone wait, so that the time of the last code is known.
  const requestsThisHour = await consumeSmsBudgets(ctx, trx, lead.phone, ip);
  const now = ctx.clock.now();
  const last = await lastSentTo(trx, lead.phone);
  if (last && resendAt(last) > now) {
    return err({ code: 'too-soon', retryAfterSeconds: Math.ceil((resendAt(last).getTime() - now.getTime()) / 1000) });
  }
  if (requestsThisHour === null || !(await isCodeUsageNormal(ctx, trx, requestsThisHour)))
    return err({ code: 'too-many' });
  return ok(await replaceCode(ctx, trx, leadId, lead.phone, code));
}

async function undoSend(ctx: CustomersContext, trx: Db, row: PhoneCodeRow, ip: string): Promise<Result<null, never>> {
  await restoreSmsBudgets(ctx, trx, row.phone, ip);
  await deletePhoneCode(trx, row.id);
  return ok(null);
}
