import { z } from 'zod';
import { endOwnSession, staffSessionsOf } from '#src/domain/staff/index.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Routes } from '../../console.contract.server.ts';
import type { OwnSessions } from './sessions.types.ts';

const params = z.strictObject({ id: z.string().min(1).max(64) });

/** Where a person is signed in: their own sessions only. */
export const routes: Routes = (app, { ctx }) => {
  app.get('/sessions', { config: { needs: 'signed-in' } }, async ({ staff }): Promise<OwnSessions> => {
    const now = ctx.clock.now();
    const rows = await staffSessionsOf(ctx, staff.accountId);
    return {
      sessions: rows.map((row) => {
        const { id, ip_group: ipGroup, agent, expires_at: expiresAt } = row;
        const endedAt = row.ended_at ?? (expiresAt <= now ? expiresAt : null);
        return {
          ...{ id, ipGroup, agent, createdAt: row.created_at.toISOString(), seenAt: row.seen_at.toISOString() },
          ...{ endedAt: endedAt?.toISOString() ?? null, isCurrent: id === staff.sessionId },
        };
      }),
    };
  });

  app.post(
    '/sessions/:id/end',
    { config: { needs: 'signed-in' }, schema: { params } },
    async ({ params: { id }, staff }, reply) =>
      (await endOwnSession(ctx, staff, id, 'ended-by-owner')) ? { state: 'ended' } : sendProblem(reply, 'not-found'),
  );
};
