import { createHmac } from 'node:crypto';
import { addressBudgets, addressGroup, networkGroup } from '#src/kernel/http/server/address-group.ts';
import { isPublicAddress } from '#src/kernel/http/client/public-address.server.ts';
import type { RiskContext } from './context.server.ts';

/** Whom a try is counted for. Keyed hashes: nobody's address stands in a table of tries. */
export interface AttemptOrigin {
  /** Null where the address is nobody's on the internet. */
  readonly addressKey: string | null;
  readonly networkKey: string | null;
  readonly buyerKey: string;
  /** Whose browser it is counted for. */
  readonly sessionId: string;
}

/** What is stored of something personal that is only counted (HMAC-SHA-256, hex). */
export function subjectKey(ctx: RiskContext, kind: string, name: string): string {
  return createHmac('sha256', ctx.config.codeKey).update(`defences/${kind}/${name}`).digest('hex');
}

/**
 * Who tries; null when nobody does (a charge of ours) and where nobody is kept off. Outside production tries from
 * addresses that are nobody's on the internet are rehearsals and count for nothing.
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
 * What is counted by address, and how often it may be: the address, of IPv6 its /48 besides. Empty where it is nobody's on the
 * internet or nobody is kept off.
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

/** An IPv4 address as a socket for both versions writes it is that address. */
function addressOf(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '');
}
