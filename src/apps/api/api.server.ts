import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { ApiServices, Routes } from './api.contract.server.ts';
import { nestsDeeper, readJsonBodies } from '#src/kernel/http/server/json-bodies.server.ts';
import { isPlainText } from '#src/kernel/http/server/plain-text-body.ts';
import { sendFailure } from '#src/kernel/http/server/send-failure.server.ts';
import { findCardData } from './card-number-guard.ts';
import { serveDocs } from './docs/serve-docs.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import { describeWebhooks } from './docs/webhook-docs.server.ts';

/** Maximum nesting of a body. No schema has more levels; deeper bodies are refused. */
const maxLevels = 20;

/** Adds the JSON API, its OpenAPI documents and pages about them, in a scope of its own. */
export async function mountApi(app: FastifyInstance, services: ApiServices, routes: readonly Routes[]): Promise<void> {
  await app.register(
    async (scope) => {
      const api = scope.withTypeProvider<ZodTypeProvider>();
      api.setValidatorCompiler(validatorCompiler);
      api.setSerializerCompiler(serializerCompiler);
      readJsonBodies(api);
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
      api.setErrorHandler((error, request, reply) => sendFailure(services.ctx.log, error, request, reply));
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
