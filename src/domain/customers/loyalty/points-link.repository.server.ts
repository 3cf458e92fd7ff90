import type { Insertable, Selectable } from 'kysely';
import { deriveKey } from '#src/kernel/crypto/derive-key.server.ts';
import { encryptText, decryptText } from '#src/kernel/crypto/encrypt-text.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import type { PointsKind, PointsLink } from './points-link.types.ts';
import type { MemberDevice, PointsProgramme, ProgrammeFailure, ProgrammeMember } from './programme.port.ts';

type Row = Selectable<Database['points_links']>;

export const pointsEncryptionKey = ({
  config,
}: {
  readonly config: Pick<CustomersContext['config'], 'codeKey'>;
}): string => deriveKey(config.codeKey, 'secrets of points programmes');

function toLink(ctx: CustomersContext, row: Row): PointsLink {
  const devices = row.devices.map((device): MemberDevice => ({
    id: String(device['id']),
    kind: device['kind'] === 'email' ? 'email' : 'sms',
    masked: String(device['masked']),
  }));
  const isOpen = row.token_expires_at !== null && row.token_expires_at > ctx.clock.now();
  return {
    kind: row.kind,
    memberId: row.member_id,
    devices,
    device: devices.find(({ id }) => id === row.device_id) ?? null,
    challengeId: row.challenge_id,
    codeExpiresAt: row.code_expires_at,
    resendAt: row.resend_at,
    token: isOpen && row.token !== null ? decryptText(pointsEncryptionKey(ctx), row.token) : null,
    points: row.points === null ? null : Number(row.points),
    isJoined: row.joined_at !== null,
    problem: row.problem as ProgrammeFailure | null,
  };
}

/** The link of this session's buyer; null before they gave their tax id. */
export async function pointsLinkOf(ctx: CustomersContext, session: CheckoutSession): Promise<PointsLink | null> {
  const row = await ctx.db
    .selectFrom('points_links')
    .selectAll()
    .where('session_id', '=', session.id)
    .executeTakeFirst();
  return row ? toLink(ctx, row) : null;
}

/**
 * Starts a link with a member. The same member and kind continue an earlier link; for any other the verification starts
 * again.
 */
export async function startPointsLink(
  ctx: CustomersContext,
  session: CheckoutSession,
  { id: programme }: PointsProgramme,
  kind: PointsKind,
  { memberId, devices }: ProgrammeMember,
): Promise<void> {
  const now = ctx.clock.now();
  const listed = JSON.stringify(devices);
  const same = await ctx.db
    .updateTable('points_links')
    .set({ devices: listed, problem: null, updated_at: now })
    .where('session_id', '=', session.id)
    .where('programme', '=', programme)
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (same.numUpdatedRows > 0n) return;
  const fresh = {
    programme,
    kind,
    member_id: memberId,
    devices: listed,
    device_id: null,
    challenge_id: null,
    code_expires_at: null,
    resend_at: null,
    tries: 0,
    token: null,
    token_expires_at: null,
    points: null,
    joined_at: null,
    problem: null,
    updated_at: now,
  };
  await ctx.db
    .insertInto('points_links')
    .values({ ...fresh, session_id: session.id })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(fresh))
    .execute();
}

type Change = Partial<Omit<Insertable<Database['points_links']>, 'session_id' | 'devices' | 'token' | 'tries'>> & {
  readonly token?: null;
  readonly tries?: 0;
};

export async function updatePointsLink(
  ctx: CustomersContext,
  session: CheckoutSession,
  change: Change,
  db: Db = ctx.db,
): Promise<void> {
  await db
    .updateTable('points_links')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('session_id', '=', session.id)
    .execute();
}

/** Stores the token of a verified member encrypted, and ends the challenge. */
export async function activatePointsLink(
  ctx: CustomersContext,
  session: CheckoutSession,
  challengeId: string,
  { token, expiresAt }: { readonly token: string; readonly expiresAt: Date },
): Promise<void> {
  await ctx.db
    .updateTable('points_links')
    .set({
      token: encryptText(pointsEncryptionKey(ctx), token),
      token_expires_at: expiresAt,
      challenge_id: null,
      problem: null,
      updated_at: ctx.clock.now(),
    })
    .where('session_id', '=', session.id)
    .where('challenge_id', '=', challengeId)
    .execute();
}

/** Reserves the next code for a link: false while the minute after the last one runs. Only one of two at once gets it. */
export async function acquireCodeSending(
  ctx: CustomersContext,
  session: CheckoutSession,
  resendAt: Date,
): Promise<boolean> {
  const now = ctx.clock.now();
  const reserved = await ctx.db
    .updateTable('points_links')
    .set({ resend_at: resendAt, updated_at: now })
    .where('session_id', '=', session.id)
    .where((eb) => eb.or([eb('resend_at', 'is', null), eb('resend_at', '<=', now)]))
    .executeTakeFirst();
  return reserved.numUpdatedRows > 0n;
}

/** Counts one attempt at a challenge; null when all are used or the challenge is another by now. */
export async function countCodeAttempt(
  ctx: CustomersContext,
  session: CheckoutSession,
  challengeId: string,
  most: number,
): Promise<number | null> {
  const row = await ctx.db
    .updateTable('points_links')
    .set((eb) => ({ tries: eb('tries', '+', 1), updated_at: ctx.clock.now() }))
    .where('session_id', '=', session.id)
    .where('challenge_id', '=', challengeId)
    .where('tries', '<', most)
    .returning('tries')
    .executeTakeFirst();
  return row?.tries ?? null;
}

/** Takes back an attempt that the programme did not answer. */
export async function returnCodeAttempt(
  ctx: CustomersContext,
  session: CheckoutSession,
  challengeId: string,
): Promise<void> {
  await ctx.db
    .updateTable('points_links')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('session_id', '=', session.id)
    .where('challenge_id', '=', challengeId)
    .where('tries', '>', 0)
    .execute();
}

/** The membership that a session's buyer has, as an order's row holds it; null without a link. */
export async function membershipOfSession(db: Db, sessionId: string) {
  const row = await db
    .selectFrom('points_links')
    .select(['programme', 'kind', 'member_id', 'points'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes a session's link: its buyer went on without the programme. */
export async function deletePointsLink(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('points_links').where('session_id', '=', sessionId).execute();
}

/** Deletes the links of these sessions. */
export async function erasePointsLinks(db: Db, sessionIds: readonly string[]): Promise<void> {
  await db.deleteFrom('points_links').where('session_id', 'in', sessionIds).execute();
}
