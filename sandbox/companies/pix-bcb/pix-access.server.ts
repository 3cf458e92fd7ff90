import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { statusOf } from '../../runtime/responses.server.ts';
import type { AccessTokens, Scope } from './access-tokens.server.ts';
import { type Problem, problem } from './problems.ts';

/** Clients of the bank's API and their scopes: shared by all its addresses. */

const holderName = 'holder';
type Holder = NonNullable<ReturnType<AccessTokens['holder']>>;

export function sendProblem(reply: FastifyReply, found: Problem): FastifyReply {
  return reply
    .code(found.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(found));
}

export function addBearer(app: FastifyInstance, tokens: AccessTokens): void {
  app.decorateRequest(holderName, null);
  app.addHook('onRequest', async (request, reply) => {
    const holder = tokens.holder(/^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    if (holder) request.setDecorator(holderName, holder);
    else {
      const denied = { ...problem('AcessoNegado', 'Falta um access token válido.'), status: 401 };
      await sendProblem(reply.header('www-authenticate', 'Bearer error="invalid_token"'), denied);
    }
  });
}

/** A hook that lets only tokens of this scope pass. */
export function needs(scope: Scope) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!request.getDecorator<Holder>(holderName).scopes.has(scope)) {
      await sendProblem(reply, problem('AcessoNegado', `O access token não tem o escopo ${scope}.`));
    }
  };
}

export function ownerOf(request: FastifyRequest): string {
  return request.getDecorator<Holder>(holderName).clientId;
}

export function addProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    const malformed = statusOf(error) < 500;
    return sendProblem(
      reply,
      malformed
        ? problem('RequisicaoInvalida', 'A requisição não pôde ser lida.')
        : problem('ErroInternoDoServidor', 'Condição inesperada.'),
    );
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, problem('NaoEncontrado', 'Entidade não encontrada.')));
}
