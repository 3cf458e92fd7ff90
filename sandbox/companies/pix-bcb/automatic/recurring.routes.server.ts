import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Result } from '#src/kernel/result/result.ts';
import { faultsOf } from '#sandbox/faults/fault-hooks.server.ts';
import { findFault } from '#sandbox/faults/faults.server.ts';
import type { SandboxContext } from '#sandbox/runtime/sandbox-context.server.ts';
import type { Scope } from '../access-tokens.server.ts';
import { needs, ownerOf, sendProblem } from '../pix-access.server.ts';
import type { PixBank } from '../pix-bank.server.ts';
import { type Problem, problem, violation, violationsOf } from '../problems.ts';
import { hookSchema } from './recurring.requests.ts';
import type { PixRecurrence, RecurringCharge } from './recurring.types.ts';
import { cobrView, locationView, recView } from './recurring-views.server.ts';
import type { HookKind } from './recurring-webhooks.server.ts';
import { accountOf } from '../account.server.ts';

interface ByRec {
  Params: { idRec: string };
  Querystring: { txid?: string };
}
interface ByTxid {
  Params: { txid: string; data: string };
}

/** Pix Automático of API Pix 2.9.0: `/locrec`, `/rec`, `/cobr` and their webhooks. */
export function recurringRoutes(app: FastifyInstance, context: SandboxContext, bank: PixBank): void {
  const { recurrences } = bank;
  const { payee } = accountOf(context.secrets);

  const showRec = (reply: FastifyReply, found: Result<PixRecurrence, Problem>, code: string | null = null) =>
    found.ok ? reply.send(recView(found.value, recurrences, payee, code)) : sendProblem(reply, found.error);

  app.post('/locrec', { preHandler: needs('payloadlocationrec.write') }, (request, reply) =>
    reply.code(201).send(locationView(recurrences.newLocation(ownerOf(request)), recurrences)),
  );

  app.post('/rec', { preHandler: needs('rec.write') }, (request, reply) => {
    if (findFault(faultsOf(request), 'decline')) return sendProblem(reply, refusal('RecOperacaoInvalida', 'rec'));
    const made = recurrences.put(ownerOf(request), request.body);
    return showRec(made.ok ? reply.code(201) : reply, made);
  });

  app.get<ByRec>('/rec/:idRec', { preHandler: needs('rec.read') }, (request, reply) => {
    const found = recurrences.find(ownerOf(request), request.params.idRec);
    const { txid } = request.query;
    const asks = found.ok && txid !== undefined && found.value.status === 'CRIADA';
    return showRec(reply, found, asks && found.value.terms.txid === txid ? recurrences.codeFor(found.value) : null);
  });

  app.patch<ByRec>('/rec/:idRec', { preHandler: needs('rec.write') }, (request, reply) =>
    showRec(reply, recurrences.cancel(ownerOf(request), request.params.idRec, request.body)),
  );

  chargeRoutes(app, context, bank);
  hookRoutes(app, bank, 'rec');
  hookRoutes(app, bank, 'cobr');
}

function chargeRoutes(
  app: FastifyInstance,
  context: SandboxContext,
  { recurrences, recurringCharges, money }: PixBank,
): void {
  const show = (reply: FastifyReply, found: Result<RecurringCharge, Problem>, slip = 0): FastifyReply => {
    if (!found.ok) return sendProblem(reply, found.error);
    const { idRec, txid } = found.value;
    return reply.send(
      cobrView(found.value, recurrences.byId(idRec), accountOf(context.secrets).payee, money.ofCharge(txid), slip),
    );
  };

  app.put<ByTxid>('/cobr/:txid', { preHandler: needs('cobr.write') }, (request, reply) => {
    if (findFault(faultsOf(request), 'decline')) return sendProblem(reply, refusal('CobROperacaoInvalida', 'cobr'));
    const made = recurringCharges.put(ownerOf(request), request.params.txid, request.body);
    return show(made.ok ? reply.code(201) : reply, made);
  });
  app.get<ByTxid>('/cobr/:txid', { preHandler: needs('cobr.read') }, (request, reply) => {
    const slip = findFault(faultsOf(request), 'wrong-amount') ? 1 : 0;
    return show(reply, recurringCharges.find(ownerOf(request), request.params.txid), slip);
  });
  app.patch<ByTxid>('/cobr/:txid', { preHandler: needs('cobr.write') }, (request, reply) =>
    show(reply, recurringCharges.cancel(ownerOf(request), request.params.txid, request.body)),
  );
  app.post<ByTxid>('/cobr/:txid/retentativa/:data', { preHandler: needs('cobr.write') }, (request, reply) => {
    const { txid, data } = request.params;
    const next = recurringCharges.retry(ownerOf(request), txid, data);
    return show(next.ok ? reply.code(201) : reply, next);
  });
}

const hooks = {
  rec: { invalid: 'WebhookRecOperacaoInvalida', read: 'webhookrec.read', write: 'webhookrec.write' },
  cobr: { invalid: 'WebhookCobROperacaoInvalida', read: 'webhookcobr.read', write: 'webhookcobr.write' },
} as const satisfies Readonly<
  Record<HookKind, { readonly invalid: string; readonly read: Scope; readonly write: Scope }>
>;

function hookRoutes(app: FastifyInstance, { recurringWebhooks }: PixBank, kind: HookKind): void {
  const { invalid, read, write } = hooks[kind];
  const path = `/webhook${kind}`;
  app.put(path, { preHandler: needs(write) }, (request, reply) => {
    const parsed = hookSchema.safeParse(request.body);
    if (!parsed.success)
      return sendProblem(
        reply,
        problem(invalid, 'O webhook não respeita o schema.', violationsOf('webhook', parsed.error)),
      );
    recurringWebhooks.set(kind, ownerOf(request), parsed.data.webhookUrl.replace(/\/+$/, ''));
    return reply.code(200).send();
  });
  app.get(path, { preHandler: needs(read) }, (request, reply) => {
    const hook = recurringWebhooks.find(kind, ownerOf(request));
    return hook
      ? reply.send({ webhookUrl: hook.webhookUrl, criacao: hook.criacao })
      : sendProblem(reply, problem('WebhookNaoEncontrado', 'Não há webhook.'));
  });
  app.delete(path, { preHandler: needs(write) }, (request, reply) => {
    if (!recurringWebhooks.find(kind, ownerOf(request)))
      return sendProblem(reply, problem('WebhookNaoEncontrado', 'Não há webhook.'));
    recurringWebhooks.set(kind, ownerOf(request), null);
    return reply.code(204).send();
  });
}

function refusal(kind: 'RecOperacaoInvalida' | 'CobROperacaoInvalida', property: string): Problem {
  return problem(kind, 'O banco recusou.', [violation(property, 'Recusada por regra do banco.')]);
}
