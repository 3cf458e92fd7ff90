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

/** How far this session's buyer has come; null before they gave their document. */
export async function pointsLinkOf(ctx: CustomersContext, session: CheckoutSession): Promise<PointsLink | null> {
  const row = await ctx.db
    .selectFrom('points_links')
    .selectAll()
    .where('session_id', '=', session.id)
    .executeTakeFirst();
  return row ? toLink(ctx, row) : null;
}

/**
 * Begins with a member. Who was there already goes on where they stood; for anybody else, or anything else that is wanted,
 * what was proved before counts no more.
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

/** The right code came: what opens the account is kept sealed, and the challenge is over. */
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

/** Claims the next message for a link: false while the minute after the last one runs. Only one of two at once gets it. */
export async function acquireCodeSending(
  ctx: CustomersContext,
  session: CheckoutSession,
  resendAt: Date,
): Promise<boolean> {
  const now = ctx.clock.now();
  const claimed = await ctx.db
    .updateTable('points_links')
    .set({ resend_at: resendAt, updated_at: now })
    .where('session_id', '=', session.id)
    .where((eb) => eb.or([eb('resend_at', 'is', null), eb('resend_at', '<=', now)]))
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

/** Counts one try at a challenge; null when all are spent or the challenge is another by now. */
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

/** Gives a try back that nobody answered. */
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
