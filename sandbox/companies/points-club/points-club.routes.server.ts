import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addBasicAuth, addJsonErrors, refusal, sendRefusal } from '../../runtime/responses.server.ts';
import { addFaults } from '../../faults/fault-hooks.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { maskDevice } from './members.ts';
import { earning, type PointsClub, rate } from './points-club.server.ts';
import { redemptionRoutes } from './redemption.routes.server.ts';
import { accountOf } from './account.server.ts';

const lookup = z.strictObject({ document: z.string().regex(/^\d{11}$/) });
const device = z.strictObject({ deviceId: z.string().max(64) });
const verification = z.strictObject({ code: z.string().max(16) });
const malformed = refusal(422, 'malformed', 'The request cannot be read.');

interface ById {
  Params: { id: string };
}

/** The programme's API for schools, below `/points-club`. */
export function pointsClubRoutes(context: SandboxContext, club: PointsClub): (app: FastifyInstance) => void {
  const { user, secret } = accountOf(context.secrets);
  return (app) => {
    addJsonErrors(app);
    addBasicAuth(app, user, secret);
    addFaults(app, context.faults, 'points-club');

    app.post('/members/lookup', (request, reply) => {
      const read = lookup.safeParse(request.body);
      if (!read.success) return sendRefusal(reply, malformed);
      const member = club.find(read.data.document);
      if (!member) return sendRefusal(reply, refusal(404, 'member-not-found', 'No member has this document.'));
      const { id, status } = member;
      const devices = member.devices.map((one) => ({ id: one.id, kind: one.kind, masked: maskDevice(one) }));
      return reply.send({ memberId: id, status, devices: status === 'active' ? devices : [] });
    });

    app.post<ById>('/members/:id/codes', async (request, reply) => {
      const read = device.safeParse(request.body);
      if (!read.success) return sendRefusal(reply, malformed);
      const sent = await club.sendCode(request.params.id, read.data.deviceId);
      if (!sent.ok) return sendRefusal(reply, sent.error);
      const { id, expiresAt } = sent.value;
      return reply.code(202).send({ challengeId: id, expiresAt });
    });

    app.post<ById>('/challenges/:id/verify', (request, reply) => {
      const read = verification.safeParse(request.body);
      if (!read.success) return sendRefusal(reply, malformed);
      const verified = club.verify(request.params.id, read.data.code);
      if (!verified.ok) return sendRefusal(reply, verified.error);
      return reply.send({ token: verified.value.token, expiresAt: verified.value.tokenUntil });
    });

    app.get('/earning', (_request, reply) => reply.send(earning));

    app.get('/account', (request, reply) => {
      const token = request.headers['x-member-token'];
      const member = typeof token === 'string' ? club.accountOf(token) : undefined;
      if (!member) return sendRefusal(reply, refusal(410, 'token-expired', 'The member must be proved again.'));
      return reply.send({ points: club.book.available(member), ...rate });
    });
    redemptionRoutes(app, context, club);
  };
}
