import { z } from 'zod';
import type { FastifyReply } from 'fastify';
import { createHttpClient, type HttpCall } from '#src/kernel/http/client/http-client.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Routes } from '../../console.contract.server.ts';
import type { Sandbox } from './sandbox.types.ts';

const mostMessages = 20;
const mostSeconds = 400 * 86_400;
/** The sandbox answers all its messages at once, with their attachments. */
const largestInbox = 64 * 1_048_576;

const clock = z.object({ now: z.string(), offsetSeconds: z.number() });
const faults = z.object({
  rules: z.array(z.object({ target: z.string(), mode: z.string(), left: z.number().nullable() })),
});
const targets = z.object({
  targets: z.array(z.object({ target: z.string(), title: z.string(), modes: z.array(z.string()) })),
});
const message = z.object({ id: z.string(), receivedAt: z.string() });
const inbox = z.object({
  messages: z.array(message.extend({ to: z.array(z.string()), subject: z.string() })),
  sms: z.array(message.extend({ to: z.string(), text: z.string() })),
});

const newFault = z.strictObject({
  target: z.string().max(60),
  mode: z.string().max(60),
  times: z.int().min(1).optional(),
});

/**
 * `/data/sandbox`: clock, faults and inbox of the sandbox, by its own HTTP. They exist in the test environment only, for
 * everybody who is signed in there.
 */
export const routes: Routes = (app, { environment, sandboxOrigin }) => {
  if (environment !== 'test' || sandboxOrigin === null) return;
  const config = { needs: 'signed-in' } as const;
  const client = createHttpClient({ baseUrl: sandboxOrigin, maxResponseBytes: largestInbox });
  app.addHook('onClose', () => client.close());

  const ask = async <Shape extends z.ZodType>(shape: Shape, call: HttpCall): Promise<z.output<Shape>> => {
    const outcome = await client.call(call);
    if (outcome.kind !== 'status' || outcome.status >= 300) throw new Error(`The sandbox did not answer ${call.path}`);
    return shape.parse(outcome.json);
  };
  const change = async (reply: FastifyReply, call: HttpCall): Promise<FastifyReply> => {
    const outcome = await client.call(call);
    if (outcome.kind === 'status' && outcome.status === 422) return sendProblem(reply, 'fields-invalid');
    if (outcome.kind !== 'status' || outcome.status >= 300) return sendProblem(reply, 'not-ready');
    return reply.code(204).send();
  };

  app.get('/sandbox', { config }, async (): Promise<Sandbox> => {
    const [time, rules, possible, messages] = await Promise.all([
      ask(clock, { method: 'GET', path: '/sandbox/clock.json' }),
      ask(faults, { method: 'GET', path: '/sandbox/weather' }),
      ask(targets, { method: 'GET', path: '/sandbox/weather/targets' }),
      ask(inbox, { method: 'GET', path: '/sandbox/inbox.json' }),
    ]);
    return {
      ...time,
      faults: rules.rules,
      targets: possible.targets,
      mails: messages.messages.slice(0, mostMessages),
      sms: messages.sms.slice(0, mostMessages),
    };
  });

  app.post(
    '/sandbox/clock',
    { config, schema: { body: z.strictObject({ seconds: z.int().min(1).max(mostSeconds) }) } },
    ({ body }, reply) =>
      // Due work runs before the sandbox answers, which takes some seconds after many days.
      change(reply, {
        method: 'POST',
        path: '/sandbox/clock',
        json: { advanceSeconds: body.seconds },
        budgetMs: 120_000,
      }),
  );

  app.post('/sandbox/faults', { config, schema: { body: newFault } }, ({ body }, reply) => {
    const { target, mode, times } = body;
    const rule = { mode, ...(times === undefined ? {} : { times }) };
    return change(reply, { method: 'PUT', path: '/sandbox/weather', json: { target, ...rule } });
  });

  app.delete('/sandbox/faults', { config }, (_request, reply) =>
    change(reply, { method: 'DELETE', path: '/sandbox/weather' }),
  );
};
