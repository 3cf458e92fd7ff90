import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { ApiServices, Routes } from './api.contract.server.ts';
import { isPlainText } from './plain-text-body.ts';
import { findCardData, nestsDeeper } from './card-number-guard.ts';
import { serveDocs } from './docs/serve-docs.server.ts';
import { sendFailure } from './send-failure.server.ts';
import { sendProblem } from './send-problem.server.ts';
import { describeWebhooks } from './docs/webhook-docs.server.ts';

/** Maximum size of a JSON body in bytes. */
const bodyLimit = 64 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** The exact bytes of the body, for checking signatures. */
    rawBody: Buffer | null;
  }
}

/** Maximum nesting of a body. No schema has more levels; deeper bodies are refused. */
const maxLevels = 20;

/** Adds the JSON API, its OpenAPI documents and pages about them, in a scope of its own. */
export async function mountApi(app: FastifyInstance, services: ApiServices, routes: readonly Routes[]): Promise<void> {
  await app.register(
    async (scope) => {
      const api = scope.withTypeProvider<ZodTypeProvider>();
      api.setValidatorCompiler(validatorCompiler);
      api.setSerializerCompiler(serializerCompiler);
      readBodies(api);
      api.addHook('onRequest', async (request, reply) => {
        void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
        const { origin } = request.headers;
        if (request.method !== 'GET' && origin !== undefined && !services.origins.has(origin)) {
          return sendProblem(reply, 'origin-refused');
        }
        return undefined;
      });
      api.addHook('preValidation', async (request, reply) => {
        if (nestsDeeper(request.body, maxLevels)) return sendProblem(reply, 'request-malformed');
        if (isNotification(request)) return undefined;
        if (!isPlainText(request.body)) return sendProblem(reply, 'request-malformed');
        const at = findCardData(request.body);
        return at === null
          ? undefined
          : sendProblem(reply, 'card-number-refused', { errors: [{ path: at, code: 'card-number-refused' }] });
      });
      api.setErrorHandler((error, request, reply) => sendFailure(services, error, request, reply));
      api.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not-found'));

      await api.register(swagger, {
        openapi: {
          openapi: '3.1.0',
          info: {
            title: 'Matrícula',
            version: '1',
            description:
              'Amounts are integers of minor units (cents). Errors are RFC 9457 problem documents with a stable `code`.',
          },
          webhooks: describeWebhooks(),
        },
        transform: jsonSchemaTransform,
      });
      await api.register(async (described) => {
        const typed = described.withTypeProvider<ZodTypeProvider>();
        serveDocs(described, services, () => scope.swagger());
        for (const add of routes) add(typed, services);
      });
    },
    { prefix: '/api' },
  );
}

function isNotification(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith('/api/v1/notifications/') ?? false;
}

/** Accepts JSON only. The raw bytes are kept beside the value; a body with keys that reach an object's prototype is refused. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest('rawBody', null);
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (request, body: Buffer, done) => {
    request.rawBody = body;
    const value = parseJson(body.toString('utf8'));
    if (value.ok) done(null, value.json);
    else done(Object.assign(new Error('malformed'), { statusCode: 400, code: 'request-malformed' }));
  });
}

const dangerous = /"(?:__proto__|constructor|prototype)"\s*:/;

function parseJson(text: string): { ok: true; json: unknown } | { ok: false } {
  if (text === '') return { ok: true, json: undefined };
  if (dangerous.test(text)) return { ok: false };
  try {
    return { ok: true, json: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}
