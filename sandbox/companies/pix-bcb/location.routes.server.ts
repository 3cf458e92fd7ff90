import type { FastifyInstance, FastifyReply } from 'fastify';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { PixBank } from './pix-bank.server.ts';
import type { Kind } from './pix-charges.server.ts';
import { payloadView } from './pix-views.server.ts';
import { problem } from './problems.ts';
import { recPayload } from './automatic/recurring-views.server.ts';
import { accountOf } from './account.server.ts';

interface ByToken {
  Params: { token: string };
}

const keyId = 'banco-ipe-1';

/** The public addresses inside codes, at which payers' banks read the charge as a signed document (JWS). */
export function locationRoutes(
  context: SandboxContext,
  { charges, recurrences }: PixBank,
): (app: FastifyInstance) => void {
  let keys: ReturnType<typeof generateKeyPair> | undefined;
  const pair = (): ReturnType<typeof generateKeyPair> => (keys ??= generateKeyPair('ES256'));

  async function show(reply: FastifyReply, kind: Kind, token: string): Promise<FastifyReply> {
    const charge = charges.byToken(token);
    if (charge?.kind !== kind || charge.status !== 'ATIVA') {
      const missing = problem('CobPayloadNaoEncontrado', 'Esta location não mostra cobrança.');
      const status = charge?.kind === kind ? 410 : 404;
      return reply
        .code(status)
        .header('content-type', 'application/problem+json')
        .send(JSON.stringify({ ...missing, status }));
    }
    return sign(reply, payloadView(charge, charges, context.timestamp()));
  }

  async function showConsent(reply: FastifyReply, token: string): Promise<FastifyReply> {
    const recurrence = recurrences.byToken(token);
    if (recurrence?.status !== 'CRIADA') {
      const missing = problem('RecNaoEncontrada', 'Esta location não mostra recorrência.');
      const status = recurrence ? 410 : 404;
      return reply
        .code(status)
        .header('content-type', 'application/problem+json')
        .send(JSON.stringify({ ...missing, status }));
    }
    return sign(reply, recPayload(recurrence, accountOf(context.secrets).payee));
  }

  async function sign(reply: FastifyReply, document: object): Promise<FastifyReply> {
    const payload = Buffer.from(JSON.stringify(document));
    const { privateKey } = await pair();
    const jku = `${context.origin()}/pix-bank/qr/jwks.json`;
    const signed = await new CompactSign(payload)
      .setProtectedHeader({ alg: 'ES256', kid: keyId, jku })
      .sign(privateKey);
    return reply.header('content-type', 'application/jose').send(signed);
  }

  return (app) => {
    app.get('/qr/jwks.json', async (_request, reply) => {
      const { publicKey } = await pair();
      return reply.send({ keys: [{ ...(await exportJWK(publicKey)), kid: keyId, use: 'sig', alg: 'ES256' }] });
    });
    app.get<ByToken>('/qr/v2/:token', (request, reply) => show(reply, 'cob', request.params.token));
    app.get<ByToken>('/qr/v2/rec/:token', (request, reply) => showConsent(reply, request.params.token));
    app.get<ByToken>('/qr/v2/cobv/:token', (request, reply) => show(reply, 'cobv', request.params.token));
  };
}
