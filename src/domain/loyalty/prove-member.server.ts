import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { DomainContext } from '../context.server.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import { beginLink, changeLink, pointsLinkOf } from './points-link.repository.server.ts';
import { fitPoints, pointsRange } from './points-value.ts';
import type { PointsAccount, PointsProgramme, ProgrammeFailure } from './programme.port.ts';

/** `not-begun`: an earlier step is missing. `too-few`: the account, or the price, is below what the programme takes. */
export type PointsFailure = ProgrammeFailure | 'not-begun' | 'too-few';

/** Another code may be asked for after so many seconds. */
const resendSeconds = 60;
/** What ends the way with this programme until the buyer begins anew. */
const ends: ReadonlySet<string> = new Set<ProgrammeFailure>(['unavailable', 'blocked', 'locked', 'session-over']);

async function failed<F extends PointsFailure>(
  ctx: DomainContext,
  session: CheckoutSession,
  failure: F,
): Promise<Result<never, F>> {
  if (ends.has(failure)) await changeLink(ctx, session, { problem: failure, token: null, token_expires_at: null });
  return err(failure);
}

/** Finds the buyer among the programme's members by their CPF (digits). Nothing of them is shown but masked devices. */
export async function identifyMember(
  ctx: DomainContext,
  programme: PointsProgramme,
  session: CheckoutSession,
  document: string,
): Promise<Result<null, PointsFailure>> {
  const found = await programme.identify(document);
  if (!found.ok) return err(found.error);
  await beginLink(ctx, session, programme.id, found.value);
  return ok(null);
}

/** Has the programme send a code to one of the member's devices. */
export async function sendMemberCode(
  ctx: DomainContext,
  programme: PointsProgramme,
  session: CheckoutSession,
  deviceId: string,
): Promise<Result<null, PointsFailure>> {
  const link = await pointsLinkOf(ctx, session);
  if (!link) return err('not-begun');
  if (!link.devices.some(({ id }) => id === deviceId)) return err('device-unknown');
  const now = ctx.clock.now();
  if (link.resendAt && link.resendAt > now) return err('too-soon');
  const sent = await programme.sendCode(link.memberId, deviceId);
  if (!sent.ok) return failed(ctx, session, sent.error);
  await changeLink(ctx, session, {
    device_id: deviceId,
    challenge_id: sent.value.challengeId,
    code_expires_at: sent.value.expiresAt,
    resend_at: new Date(now.getTime() + resendSeconds * 1000),
    token: null,
    token_expires_at: null,
    problem: null,
  });
  return ok(null);
}

/** Proves the member by the code that they got. */
export async function verifyMemberCode(
  ctx: DomainContext,
  programme: PointsProgramme,
  session: CheckoutSession,
  code: string,
): Promise<Result<null, PointsFailure>> {
  const link = await pointsLinkOf(ctx, session);
  if (!link?.challengeId) return err('not-begun');
  const verified = await programme.verify(link.challengeId, code);
  if (!verified.ok) return failed(ctx, session, verified.error);
  const { token, expiresAt } = verified.value;
  await changeLink(ctx, session, { token, token_expires_at: expiresAt, challenge_id: null, problem: null });
  return ok(null);
}

/** What the proved member has. */
export async function pointsAccountOf(
  ctx: DomainContext,
  programme: PointsProgramme,
  session: CheckoutSession,
): Promise<Result<PointsAccount, PointsFailure>> {
  const link = await pointsLinkOf(ctx, session);
  if (!link) return err('not-begun');
  if (link.token === null) return link.challengeId === null ? failed(ctx, session, 'session-over') : err('not-begun');
  const account = await programme.account(link.token);
  return account.ok ? account : failed(ctx, session, account.error);
}

/** Remembers how many points the buyer wants to use for a price. Nothing is taken from the account. */
export async function choosePoints(
  ctx: DomainContext,
  programme: PointsProgramme,
  session: CheckoutSession,
  wish: { readonly points: number; readonly price: bigint },
): Promise<Result<number, PointsFailure>> {
  const account = await pointsAccountOf(ctx, programme, session);
  if (!account.ok) return account;
  const range = pointsRange(account.value, wish.price);
  if (!range) return err('too-few');
  const points = fitPoints(wish.points, range);
  await changeLink(ctx, session, { points: BigInt(points) });
  return ok(points);
}
