import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../database/index.server.ts';
import type { DomainContext } from '../context.server.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import type { PointsLink } from './points-link.types.ts';
import type { MemberDevice, ProgrammeFailure } from './programme.port.ts';

type Row = Selectable<Database['points_links']>;

function toLink(row: Row, now: Date): PointsLink {
  const devices = row.devices.map((device): MemberDevice => ({
    id: String(device['id']),
    kind: device['kind'] === 'email' ? 'email' : 'sms',
    masked: String(device['masked']),
  }));
  return {
    memberId: row.member_id,
    devices,
    device: devices.find(({ id }) => id === row.device_id) ?? null,
    challengeId: row.challenge_id,
    codeExpiresAt: row.code_expires_at,
    resendAt: row.resend_at,
    token: row.token_expires_at && row.token_expires_at > now ? row.token : null,
    points: row.points === null ? null : Number(row.points),
    problem: row.problem as ProgrammeFailure | null,
  };
}

/** How far this session's buyer has come; null before they gave their document. */
export async function pointsLinkOf(ctx: DomainContext, session: CheckoutSession): Promise<PointsLink | null> {
  const row = await ctx.db
    .selectFrom('points_links')
    .selectAll()
    .where('session_id', '=', session.id)
    .executeTakeFirst();
  return row ? toLink(row, ctx.clock.now()) : null;
}

/** Begins anew for a member: what was proved before counts no more. */
export async function beginLink(
  ctx: DomainContext,
  session: CheckoutSession,
  programme: string,
  member: { readonly memberId: string; readonly devices: readonly MemberDevice[] },
): Promise<void> {
  const fresh = {
    programme,
    member_id: member.memberId,
    devices: JSON.stringify(member.devices),
    device_id: null,
    challenge_id: null,
    code_expires_at: null,
    resend_at: null,
    token: null,
    token_expires_at: null,
    points: null,
    problem: null,
    updated_at: ctx.clock.now(),
  };
  await ctx.db
    .insertInto('points_links')
    .values({ ...fresh, session_id: session.id })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(fresh))
    .execute();
}

type Change = Partial<Omit<Insertable<Database['points_links']>, 'session_id' | 'devices'>>;

export async function changeLink(ctx: DomainContext, session: CheckoutSession, change: Change): Promise<void> {
  await ctx.db
    .updateTable('points_links')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('session_id', '=', session.id)
    .execute();
}
