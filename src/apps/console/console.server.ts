import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { nestsDeeper, readJsonBodies } from '#src/kernel/http/server/json-bodies.server.ts';
import { isPlainText } from '#src/kernel/http/server/plain-text-body.ts';
import { sendFailure } from '#src/kernel/http/server/send-failure.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { ConsoleServices, Routes } from './console.contract.server.ts';
import { serveBrowser } from './documents/serve-browser.server.ts';
import { addPermissionHook } from './routing/permission-hook.server.ts';
import { addWriteGuard } from './routing/write-guard.server.ts';
import { addSignInRoutes, type SignInOptions } from './sign-in/sign-in.routes.server.ts';

/** Maximum nesting of a body. No schema has more levels. */
const maxLevels = 10;

export interface ConsoleOptions {
  readonly services: ConsoleServices;
  readonly routes: readonly Routes[];
  /** Authentication contexts that count as strong; empty: any recent sign-in is enough. */
  readonly acrValues: readonly string[];
  /** The way in; absent: data only, as tests of routes use it. */
  readonly signIn?: SignInOptions;
  /** Folder of the browser's build; null: data only. */
  readonly browserDir: string | null;
}

/** Adds the console to a server that does not listen yet: its data below `/data`, and its pages. */
export async function mountConsole(app: FastifyInstance, options: ConsoleOptions): Promise<void> {
  await app.register((scope) => mountData(scope, options), { prefix: '/data' });
  if (options.signIn) addSignInRoutes(app, options.signIn);
  if (options.browserDir !== null) serveBrowser(app, options.browserDir);
}

async function mountData(scope: FastifyInstance, { services, routes, acrValues }: ConsoleOptions): Promise<void> {
  const { clock, log } = services.ctx;
  const data = scope.withTypeProvider<ZodTypeProvider>();
  data.setValidatorCompiler(validatorCompiler);
  data.setSerializerCompiler(serializerCompiler);
  readJsonBodies(data);
  data.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  });
  addWriteGuard(data, services.origin);
  data.addHook('preValidation', async ({ body }, reply) =>
    nestsDeeper(body, maxLevels) || !isPlainText(body) ? sendProblem(reply, 'request-malformed') : undefined,
  );
  data.setErrorHandler((error, request, reply) => sendFailure(log, error, request, reply));
  data.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not-found'));
  addPermissionHook(data, { authenticate: services.authenticate, acrValues, clock });
  data.addHook('onResponse', async ({ routeOptions }, { statusCode }) => {
    if (routeOptions.config.changes && statusCode < 400) services.live.topicChanged(routeOptions.config.changes);
  });
  for (const add of routes) add(data, services);
}
