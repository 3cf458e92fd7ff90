import { z } from 'zod';
import type { PointsProgramme, ProgrammeFailure } from '#src/domain/customers/loyalty/index.ts';
import type { HttpCall } from '#src/kernel/http/client/http-client.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { ProgrammeFactory } from '../company.factories.server.ts';
import { gateway } from './gateway.ts';
import { codeIn, pointsClubCalls } from './points-club.client.server.ts';

const { id } = gateway;

export interface PointsClubConfig {
  readonly baseUrl: string;
  readonly user: string;
  readonly secret: string;
  /** Time for a whole call; 5 s when absent: a buyer waits for it. */
  readonly budgetMs?: number;
}

const memberSchema = z.object({
  memberId: z.string().min(1).max(100),
  status: z.enum(['active', 'blocked']),
  devices: z
    .array(z.object({ id: z.string().max(64), kind: z.enum(['sms', 'email']), masked: z.string().max(100) }))
    .max(10),
});
const sentSchema = z.object({ challengeId: z.string().min(1).max(100), expiresAt: z.iso.datetime() });
const openSchema = z.object({ token: z.string().min(1).max(200), expiresAt: z.iso.datetime() });
const count = z.int().min(0).max(1_000_000_000);
const accountSchema = z.object({
  points: count,
  pointsPerReal: z.int().min(1).max(1_000_000),
  minimum: count,
  step: z.int().min(1).max(1_000_000),
});
const earningSchema = z.object({ pointsPerReal: z.int().min(0).max(1_000), creditDays: z.int().min(0).max(365) });
const accrualSchema = z.object({ reference: z.string() });

/** The programme's own codes of a refusal. */
const failures: Readonly<Record<string, ProgrammeFailure>> = {
  'member-not-found': 'not-member',
  'member-blocked': 'blocked',
  'device-not-found': 'device-unknown',
  'too-soon': 'too-soon',
  'code-wrong': 'code-wrong',
  'code-expired': 'code-expired',
  'code-used': 'code-expired',
  'challenge-not-found': 'code-expired',
  'challenge-locked': 'locked',
  'token-expired': 'session-over',
  'idempotency-mismatch': 'refused',
  'accrual-not-found': 'refused',
  malformed: 'refused',
};

/** Client of the points programme: JSON, Basic auth, a member's own secret in `X-Member-Token`. */
export function createPointsClub({ baseUrl, user, secret, budgetMs = 5_000 }: PointsClubConfig): PointsProgramme {
  const ask = pointsClubCalls({ baseUrl, user, secret, budgetMs });

  async function call<T>(request: HttpCall, schema: z.ZodType<T>): Promise<Result<T, ProgrammeFailure>> {
    const answer = await ask(request);
    if (answer.kind !== 'status') return err('unavailable');
    if (answer.status >= 300) return err(failures[codeIn(answer.json)] ?? 'unavailable');
    const read = schema.safeParse(answer.json);
    return read.success ? ok(read.data) : err('unavailable');
  }
  const post = <T>(path: string, json: Readonly<Record<string, string | number>>, schema: z.ZodType<T>) =>
    call({ method: 'POST', path, json }, schema);

  return {
    id,
    markets: ['BR'],
    method: gateway.methods[0],
    async identify(document) {
      const found = await post('/members/lookup', { document }, memberSchema);
      if (!found.ok) return found;
      const { memberId, status, devices } = found.value;
      return status === 'blocked' ? err('blocked') : ok({ memberId, devices });
    },
    async sendCode(memberId, deviceId) {
      const sent = await post(`/members/${encodeURIComponent(memberId)}/codes`, { deviceId }, sentSchema);
      return sent.ok ? ok({ ...sent.value, expiresAt: new Date(sent.value.expiresAt) }) : sent;
    },
    async verify(challengeId, code) {
      const open = await post(`/challenges/${encodeURIComponent(challengeId)}/verify`, { code }, openSchema);
      return open.ok ? ok({ ...open.value, expiresAt: new Date(open.value.expiresAt) }) : open;
    },
    async account(token) {
      const account = await call(
        { method: 'GET', path: '/account', headers: { 'x-member-token': token } },
        accountSchema,
      );
      if (!account.ok) return account;
      const { points, pointsPerReal, minimum, step } = account.value;
      return ok({ points, pointsPerUnit: pointsPerReal, minimum, step });
    },
    async earning() {
      const earning = await call({ method: 'GET', path: '/earning' }, earningSchema);
      if (!earning.ok) return earning;
      const { pointsPerReal, creditDays } = earning.value;
      return ok({ pointsPerUnit: pointsPerReal, creditDays });
    },
    async credit(earned) {
      const made = await post('/accruals', { ...earned }, accrualSchema);
      return made.ok ? ok(null) : made;
    },
    async takeBack(reference) {
      const path = `/accruals/${encodeURIComponent(reference)}/reversal`;
      const back = await call({ method: 'PUT', path }, accrualSchema);
      return back.ok ? ok(null) : back;
    },
  };
}

export const programmeFactory: ProgrammeFactory = {
  id,
  create({ env }) {
    const points = env.companies['points-club'];
    return points && createPointsClub({ baseUrl: points.url, user: points.user, secret: points.secret });
  },
};
