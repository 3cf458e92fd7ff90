import { endOwnSession } from '#src/domain/staff/index.server.ts';
import type { Routes } from '../../console.contract.server.ts';

/** `POST /data/sign-out`: ends the session of this browser. The page then goes to `/sign-in/ended`. */
export const routes: Routes = (app, { ctx, clearSession }) => {
  app.post('/sign-out', { config: { needs: 'signed-in' } }, async ({ staff }, reply) => {
    await endOwnSession(ctx, staff, staff.sessionId, 'signed-out');
    return reply.header('set-cookie', clearSession()).code(204).send();
  });
};
