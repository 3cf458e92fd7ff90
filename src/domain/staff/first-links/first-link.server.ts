import { newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { BaseContext, Db } from '../../base-context.server.ts';
import { recordAudit } from '../audit-log/index.server.ts';
import { insertGrant } from '../grants/index.server.ts';
import { insertFirstLink, useFirstLink } from './first-link.repository.server.ts';

/** How long a printed link may be used, in minutes. */
export const firstLinkMinutes = 15;

/**
 * Makes a link that gives whoever signs in with this address the role `people` everywhere: for the first person of an
 * installation, or when nobody else can let them in. Its secret is returned once. The log has it as an error, because it goes
 * past the second person.
 */
export async function makeFirstLink(
  { db, clock, log }: Pick<BaseContext, 'db' | 'clock' | 'log'>,
  email: string,
): Promise<string> {
  const now = clock.now();
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + firstLinkMinutes * 60_000);
  const tokenHash = sha256(token);
  await transaction(db, async (trx) => {
    await insertFirstLink(trx, { tokenHash, email: email.toLowerCase(), now, expiresAt });
    const subject = { kind: 'staff-first-link', id: tokenHash.slice(0, 16) };
    const entry = {
      actor: 'system',
      sessionId: null,
      action: 'grant.first-link' as const,
      subject,
      brand: null,
      detail: {},
    };
    await recordAudit(trx, { ...entry, reason: null, ipGroup: '', outcome: 'done' }, now);
  });
  log.error('staff-first-link-made');
  return token;
}

/** Uses a printed link in the transaction of a sign-in; false when it gives nothing to this account. */
export async function redeemFirstLink(
  trx: Db,
  token: string,
  account: { readonly id: string; readonly email: string },
  now: Date,
): Promise<boolean> {
  if (!(await useFirstLink(trx, sha256(token), account, now))) return false;
  await insertGrant(trx, {
    ...{ accountId: account.id, role: 'people', scope: '*', until: null, source: 'first' },
    ...{ grantedBy: null, approvedBy: null, grantedAt: now },
  });
  return true;
}
