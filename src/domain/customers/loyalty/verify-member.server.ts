import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { CustomersContext } from '../context.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import { spendCode } from './points-rate-limit.repository.server.ts';
import {
  updatePointsLink,
  acquireCodeSending,
  countCodeAttempt,
  activatePointsLink,
  pointsLinkOf,
  returnCodeAttempt,
} from './points-link.repository.server.ts';
import type { PointsAccount, PointsProgramme, ProgrammeFailure } from './programme.port.ts';

/** `not-begun`: an earlier step is missing. `too-many`: the limit of codes to this member or from this network is reached. */
export type MemberVerificationFailure = ProgrammeFailure | 'not-begun' | 'too-many';

/** Another code may be asked for after so many seconds. */
const resendSeconds = 60;
/** Attempts at one challenge, whatever the programme itself allows. */
const mostTries = 3;
/** Failures after which the member must be identified or verified again; the error page says so. */
const ends: ReadonlySet<MemberVerificationFailure> = new Set<MemberVerificationFailure>([
  'blocked',
  'locked',
  'session-over',
]);

/** Stores the failure for the error page. An unavailable programme does not end a verification. */
async function failed<F extends MemberVerificationFailure>(
  ctx: CustomersContext,
  session: CheckoutSession,
  failure: F,
): Promise<Result<never, F>> {
  if (failure === 'unavailable') await updatePointsLink(ctx, session, { problem: 'unavailable' });
  if (ends.has(failure)) {
    await updatePointsLink(ctx, session, { problem: failure, challenge_id: null, token: null, token_expires_at: null });
  }
  return err(failure);
}

/** Has the programme send a code to one of the member's devices. The code itself is never known here. */
export async function sendMemberCode(
  ctx: CustomersContext,
  programme: PointsProgramme,
  session: CheckoutSession,
  { deviceId, ip }: { readonly deviceId: string; readonly ip: string },
): Promise<Result<null, MemberVerificationFailure>> {
  const link = await pointsLinkOf(ctx, session);
  if (!link || link.kind !== 'spend') return err('not-begun');
  if (!link.devices.some(({ id }) => id === deviceId)) return err('device-unknown');
  const resendAt = new Date(ctx.clock.now().getTime() + resendSeconds * 1000);
  if (!(await acquireCodeSending(ctx, session, resendAt))) return err('too-soon');
  if (!(await spendCode(ctx, link.memberId, ip))) return err('too-many');
  const sent = await programme.sendCode(link.memberId, deviceId);
  if (!sent.ok) {
    // The programme has limits of its own: another buyer may have asked for this member.
    if (sent.error !== 'too-soon') await updatePointsLink(ctx, session, { resend_at: null });
    return failed(ctx, session, sent.error);
  }
  await updatePointsLink(ctx, session, {
    device_id: deviceId,
    challenge_id: sent.value.challengeId,
    code_expires_at: sent.value.expiresAt,
    tries: 0,
    token: null,
    token_expires_at: null,
    problem: null,
  });
  return ok(null);
}

/** Verifies the member by the code that they got. Three wrong ones end the challenge. */
export async function verifyMemberCode(
  ctx: CustomersContext,
  programme: PointsProgramme,
  session: CheckoutSession,
  code: string,
): Promise<Result<null, MemberVerificationFailure>> {
  const challengeId = (await pointsLinkOf(ctx, session))?.challengeId;
  if (!challengeId) return err('not-begun');
  const tries = await countCodeAttempt(ctx, session, challengeId, mostTries);
  if (tries === null) return failed(ctx, session, 'locked');
  const verified = await programme.verify(challengeId, code);
  if (verified.ok) {
    await activatePointsLink(ctx, session, challengeId, verified.value);
    return ok(null);
  }
  if (verified.error === 'unavailable') await returnCodeAttempt(ctx, session, challengeId);
  const isLast = verified.error === 'code-wrong' && tries >= mostTries;
  return failed(ctx, session, isLast ? 'locked' : verified.error);
}

/** The account of the verified member, as the programme answers it now. */
export async function pointsAccountOf(
  ctx: CustomersContext,
  programme: PointsProgramme,
  session: CheckoutSession,
): Promise<Result<PointsAccount, MemberVerificationFailure>> {
  const link = await pointsLinkOf(ctx, session);
  if (!link || link.kind !== 'spend') return err('not-begun');
  if (link.token === null) return link.challengeId === null ? failed(ctx, session, 'session-over') : err('not-begun');
  const account = await programme.account(link.token);
  if (!account.ok) return failed(ctx, session, account.error);
  if (link.problem !== null) await updatePointsLink(ctx, session, { problem: null });
  return account;
}
