import { createHmac } from 'node:crypto';
import { addressBudgets, addressGroup, networkGroup } from '#src/kernel/http/server/address-group.ts';
import { isPublicAddress } from '#src/kernel/http/client/public-address.server.ts';
import type { RiskContext } from './context.server.ts';

/** Subjects that an attempt is counted for, as keyed hashes: the tables hold no address. */
export interface AttemptOrigin {
  /** Null where the address is not a public one. */
  readonly addressKey: string | null;
  readonly networkKey: string | null;
  readonly buyerKey: string;
  /** The session whose browser it is counted for. */
  readonly sessionId: string;
}

/** The stored name of a counted subject (HMAC-SHA-256, hex), so that no personal data is stored. */
export function subjectKey(ctx: RiskContext, kind: string, name: string): string {
  return createHmac('sha256', ctx.config.codeKey).update(`risk/${kind}/${name}`).digest('hex');
}

/**
 * The origin of an attempt; null for a merchant-initiated charge, and where risk checks are off. Outside production attempts
 * from private addresses are tests and count for nothing.
 */
export function attemptOriginOf(
  ctx: RiskContext,
  { ip, email, sessionId }: { readonly ip: string; readonly email: string; readonly sessionId: string },
): AttemptOrigin | null {
  const { risk } = ctx.config;
  if (!risk || ip === '') return null;
  const isPublic = isPublicAddress(addressOf(ip));
  if (!isPublic && !risk.countsPrivateAddresses) return null;
  return {
    addressKey: isPublic ? subjectKey(ctx, 'address', addressGroup(ip)) : null,
    networkKey: isPublic ? subjectKey(ctx, 'network', networkGroup(ip)) : null,
    buyerKey: subjectKey(ctx, 'buyer', email.trim().toLowerCase()),
    sessionId,
  };
}

/**
 * The subjects by which an address is counted, and how often each may be: the address, of IPv6 its /48 besides. Empty where it
 * is not a public address, or risk checks are off.
 */
export function addressRateSubjects(
  ctx: RiskContext,
  kind: string,
  ip: string,
  most: number,
): readonly (readonly [subject: string, most: number])[] {
  if (!ctx.config.risk || !isPublicAddress(addressOf(ip))) return [];
  return addressBudgets(ip, most).map((budget) => [subjectKey(ctx, kind, budget.group), budget.most]);
}

/** The IPv4 address of one that a dual-stack socket writes as IPv6. */
function addressOf(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '');
}
