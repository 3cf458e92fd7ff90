import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Result } from '#src/kernel/result/result.ts';
import { type Refusal, refusal, sendRefusal } from '../../runtime/responses.server.ts';
import { faultsOf } from '../../faults/fault-hooks.server.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { memberById } from './points-book.server.ts';
import { type PointsClub, rate } from './points-club.server.ts';
import type { Redemption } from './redemption.types.ts';

interface ById {
  Params: { id: string };
}

const notFound = refusal(404, 'redemption-not-found', 'There is no such redemption.');
const accrualSchema = z.strictObject({
  reference: z.string().min(1).max(64),
  memberId: z.string().min(1).max(100),
  points: z.int().min(1).max(1_000_000_000),
});

/** Endpoints for redemptions, within the scope of the programme's API. */
export function redemptionRoutes(app: FastifyInstance, context: SandboxContext, club: PointsClub): void {
  const { book, redeeming } = club;
  const answer = (reply: FastifyReply, made: Result<Redemption, Refusal>, rules: readonly FaultRule[]): FastifyReply =>
    made.ok ? reply.send(viewOf(made.value, rules)) : sendRefusal(reply, made.error);

  app.post('/redemptions', (request, reply) => {
    const token = request.headers['x-member-token'];
    const opened = typeof token === 'string' ? club.accountOf(token) : undefined;
    const rules = faultsOf(request);
    return answer(reply.code(201), redeeming.redeem(request.body, opened, rate, rules), rules);
  });

  const found = (reply: FastifyReply, one: Redemption | undefined, rules: readonly FaultRule[]): FastifyReply => {
    const lag = findFault(rules, 'not-found-lag');
    const isHidden =
      one && lag && context.clock.now().getTime() - Date.parse(one.createdAt) < (lag.seconds ?? 30) * 1000;
    return one && !isHidden ? reply.send(viewOf(one, rules)) : sendRefusal(reply, notFound);
  };
  app.get<{ Querystring: { reference?: string } }>('/redemptions', (request, reply) =>
    found(reply, book.byReference(request.query.reference ?? ''), faultsOf(request)),
  );
  app.get<ById>('/redemptions/:id', (request, reply) =>
    found(reply, book.redemption(request.params.id), faultsOf(request)),
  );
  app.put<ById>('/redemptions/:id/confirm', (request, reply) =>
    answer(reply, redeeming.confirm(request.params.id), faultsOf(request)),
  );
  app.put<ById>('/redemptions/:id/release', (request, reply) =>
    answer(reply, redeeming.release(request.params.id), faultsOf(request)),
  );
  app.post<ById>('/redemptions/:id/returns', (request, reply) => {
    const key = request.headers['idempotency-key'];
    const made = redeeming.giveBack(request.params.id, request.body, typeof key === 'string' ? key : '');
    return answer(reply.code(201), made, faultsOf(request));
  });

  app.post('/accruals', (request, reply) => {
    const read = accrualSchema.safeParse(request.body);
    if (!read.success) return sendRefusal(reply, refusal(422, 'malformed', 'The request cannot be read.'));
    const before = book.accrual(read.data.reference);
    if (before) {
      const isSame = before.memberId === read.data.memberId && before.points === read.data.points;
      return isSame
        ? reply.send(before)
        : sendRefusal(reply, refusal(409, 'idempotency-mismatch', 'This reference was used for something else.'));
    }
    if (memberById(read.data.memberId)?.status !== 'active')
      return sendRefusal(reply, refusal(404, 'member-not-found', 'Nobody of that name earns points.'));
    const accrual = { ...read.data, creditedAt: context.timestamp() };
    book.putAccrual(accrual);
    return reply.code(201).send(accrual);
  });
  app.put<ById>('/accruals/:id/reversal', (request, reply) => {
    const accrual = book.accrual(request.params.id);
    if (!accrual) return sendRefusal(reply, refusal(404, 'accrual-not-found', 'Nothing was earned by that.'));
    const reversed = accrual.reversedAt === undefined ? { ...accrual, reversedAt: context.timestamp() } : accrual;
    book.putAccrual(reversed);
    return reply.send(reversed);
  });
}

/** The school's view of it, without other data of the member. */
function viewOf({ fingerprint: _own, ...redemption }: Redemption, rules: readonly FaultRule[]): object {
  return { ...redemption, currency: 'BRL', amount: redemption.amount + (findFault(rules, 'wrong-amount') ? 1 : 0) };
}
