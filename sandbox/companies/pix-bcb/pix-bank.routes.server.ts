import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from '#src/kernel/result/result.ts';
import { addFaults, faultsOf } from '../../faults/fault-hooks.server.ts';
import { findFault } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { type AccessTokens, allScopes, createAccessTokens } from './access-tokens.server.ts';
import { addBearer, addProblems, needs, ownerOf, sendProblem } from './pix-access.server.ts';
import type { PixBank } from './pix-bank.server.ts';
import type { Kind } from './pix-charges.server.ts';
import { chargeView, pixView, returnView } from './pix-views.server.ts';
import type { PixCharge } from './pix.types.ts';
import { chargeProblems, type Problem, problem, violation, violationsOf } from './problems.ts';
import { recurringRoutes } from './automatic/recurring.routes.server.ts';
import { receivedQuerySchema } from './requests.ts';
import { accountOf } from './account.server.ts';

interface ByTxid {
  Params: { txid: string };
  Querystring: { revisao?: string };
}
interface ByPix {
  Params: { e2eid: string; id: string };
}
interface ByKey {
  Params: { chave: string };
}

/** API Pix 2.9.0 of the bank, below `/pix-bank`: the parts that a shop needs. */
export function pixBankRoutes(context: SandboxContext, bank: PixBank): (app: FastifyInstance) => void {
  const tokens = createAccessTokens(context.clock);
  return (app) => {
    app.register(async (scope) => tokenRoute(scope, context, tokens), { prefix: '/oauth' });
    app.register(
      async (scope) => {
        addProblems(scope);
        addBearer(scope, tokens);
        addFaults(scope, context.faults, 'pix-bank', (reply, status) =>
          sendProblem(reply, {
            ...problem('ServicoIndisponivel', 'O serviço não está disponível no momento.'),
            status,
          }),
        );
        chargeRoutes(scope, context, bank, 'cob');
        chargeRoutes(scope, context, bank, 'cobv');
        moneyRoutes(scope, bank);
        webhookRoutes(scope, bank);
        recurringRoutes(scope, context, bank);
      },
      { prefix: '/v2' },
    );
  };
}

function tokenRoute(app: FastifyInstance, { secrets }: SandboxContext, tokens: AccessTokens): void {
  const { clientId, clientSecret } = accountOf(secrets);
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  app.post<{ Body: { grant_type?: string; scope?: string } | null }>('/token', async (request, reply) => {
    if (request.headers.authorization !== expected)
      return reply.code(401).header('www-authenticate', 'Basic').send({ error: 'invalid_client' });
    if (request.body?.grant_type !== 'client_credentials')
      return reply.code(400).send({ error: 'unsupported_grant_type' });
    const wanted = request.body.scope?.split(' ').filter((name) => name !== '') ?? [...allScopes];
    const scopes = wanted.filter((name) => (allScopes as readonly string[]).includes(name));
    if (scopes.length === 0) return reply.code(400).send({ error: 'invalid_scope' });
    const { token, expiresIn } = tokens.issue(clientId, scopes);
    return reply
      .header('cache-control', 'no-store')
      .send({ access_token: token, token_type: 'Bearer', expires_in: expiresIn, scope: scopes.join(' ') });
  });
}

function chargeRoutes(app: FastifyInstance, context: SandboxContext, { charges, money }: PixBank, kind: Kind): void {
  const path = `/${kind}/:txid`;
  const show = (request: FastifyRequest, reply: FastifyReply, found: Result<PixCharge, Problem>): FastifyReply =>
    found.ok ? reply.send(chargeView(found.value, charges, faultsOf(request))) : sendProblem(reply, found.error);

  app.put<ByTxid>(path, { preHandler: needs(`${kind}.write`) }, (request, reply) => {
    if (findFault(faultsOf(request), 'decline')) {
      return sendProblem(
        reply,
        problem(chargeProblems[kind].invalid, 'O banco recusou a cobrança.', [
          violation(kind, 'Recusada por regra do banco.'),
        ]),
      );
    }
    const made = charges.put(kind, ownerOf(request), request.params.txid, request.body);
    return show(request, made.ok ? reply.code(201) : reply, made);
  });

  app.patch<ByTxid>(path, { preHandler: needs(`${kind}.write`) }, (request, reply) =>
    show(request, reply, charges.revise(kind, ownerOf(request), request.params.txid, request.body)),
  );

  app.get<ByTxid>(path, { preHandler: needs(`${kind}.read`) }, (request, reply) => {
    const found = charges.find(kind, ownerOf(request), request.params.txid);
    if (!found.ok) return sendProblem(reply, found.error);
    const charge = found.value;
    const lag = findFault(faultsOf(request), 'not-found-lag');
    if (lag && context.clock.now().getTime() - Date.parse(charge.criacao) < (lag.seconds ?? 30) * 1000) {
      return sendProblem(reply, problem(chargeProblems[kind].missing, 'Não há cobrança com este txid.'));
    }
    const { revisao } = request.query;
    const revision = revisao === undefined ? undefined : Number(revisao);
    if (revision !== undefined && !(Number.isInteger(revision) && revision >= 0 && revision <= charge.revisao)) {
      const invalid = kind === 'cob' ? 'CobConsultaInvalida' : 'CobVConsultaInvalida';
      return sendProblem(
        reply,
        problem(invalid, 'A revisão não existe.', [violation('revisao', 'Revisão inexistente para esta cobrança.')]),
      );
    }
    const pix = money.ofCharge(charge.txid).map(pixView);
    return reply.send({
      ...chargeView(charge, charges, faultsOf(request), revision),
      ...(pix.length === 0 ? {} : { pix }),
    });
  });
}

function moneyRoutes(app: FastifyInstance, { money }: PixBank): void {
  app.get('/pix', { preHandler: needs('pix.read') }, (request, reply) => {
    const parsed = receivedQuerySchema.safeParse(request.query);
    if (!parsed.success)
      return sendProblem(
        reply,
        problem('PixConsultaInvalida', 'A consulta não respeita o schema.', violationsOf('pix', parsed.error)),
      );
    const {
      inicio,
      fim,
      txid,
      'paginacao.paginaAtual': paginaAtual,
      'paginacao.itensPorPagina': itensPorPagina,
    } = parsed.data;
    const found = money
      .between(ownerOf(request), Date.parse(inicio), Date.parse(fim))
      .filter((pix) => txid === undefined || pix.txid === txid);
    const page = found.slice(paginaAtual * itensPorPagina, (paginaAtual + 1) * itensPorPagina);
    const paginacao = {
      paginaAtual,
      itensPorPagina,
      quantidadeDePaginas: Math.max(1, Math.ceil(found.length / itensPorPagina)),
      quantidadeTotalDeItens: found.length,
    };
    return reply.send({
      parametros: { inicio, fim, ...(txid === undefined ? {} : { txid }), paginacao },
      pix: page.map(pixView),
    });
  });

  app.get<ByPix>('/pix/:e2eid', { preHandler: needs('pix.read') }, (request, reply) => {
    const pix = money.byEndToEnd(ownerOf(request), request.params.e2eid);
    return pix
      ? reply.send(pixView(pix))
      : sendProblem(reply, problem('PixNaoEncontrado', 'Não há Pix com este e2eid.'));
  });

  app.put<ByPix>('/pix/:e2eid/devolucao/:id', { preHandler: needs('pix.write') }, (request, reply) => {
    const refuse = findFault(faultsOf(request), 'decline') !== undefined;
    const made = money.giveBack(ownerOf(request), request.params.e2eid, request.params.id, request.body, refuse);
    return made.ok ? reply.code(201).send(returnView(made.value)) : sendProblem(reply, made.error);
  });

  app.get<ByPix>('/pix/:e2eid/devolucao/:id', { preHandler: needs('pix.read') }, (request, reply) => {
    const back = money
      .byEndToEnd(ownerOf(request), request.params.e2eid)
      ?.devolucoes.find(({ id }) => id === request.params.id);
    return back
      ? reply.send(returnView(back))
      : sendProblem(reply, problem('PixDevolucaoNaoEncontrada', 'Não há devolução com este id.'));
  });
}

function webhookRoutes(app: FastifyInstance, { charges, webhooks }: PixBank): void {
  app.put<ByKey>('/webhook/:chave', { preHandler: needs('webhook.write') }, (request, reply) => {
    const made = webhooks.set(ownerOf(request), request.params.chave, request.body);
    return made.ok ? reply.code(200).send() : sendProblem(reply, made.error);
  });

  app.get<ByKey>('/webhook/:chave', { preHandler: needs('webhook.read') }, (request, reply) => {
    const found = webhooks.find(ownerOf(request), request.params.chave);
    if (!found.ok) return sendProblem(reply, found.error);
    const { webhookUrl, chave, criacao } = found.value;
    return reply.send({ webhookUrl, chave, cnpj: charges.payeeOf(chave)?.document, criacao });
  });

  app.delete<ByKey>('/webhook/:chave', { preHandler: needs('webhook.write') }, (request, reply) => {
    const gone = webhooks.remove(ownerOf(request), request.params.chave);
    return gone.ok ? reply.code(204).send() : sendProblem(reply, gone.error);
  });
}
