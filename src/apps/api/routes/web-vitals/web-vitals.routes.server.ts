import { z } from 'zod';
import type { Beacon } from '#src/platform/telemetry/beacon.ts';
import { levels } from '#src/platform/telemetry/level.ts';
import { vitalNames } from '#src/platform/telemetry/vital-names.ts';
import type { Routes } from '../../api.contract.server.ts';
import { problems } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

/** Maximum size of a beacon in bytes. */
const bodyLimit = 16 * 1024;
/** Maximum duration in a beacon, in milliseconds. */
const longest = 600_000;

const name = z.string().regex(/^[A-Za-z]{1,40}$/);
const pageId = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(60);
const frame = z.string().regex(/^\/[\w./-]{1,120}:\d{1,7}:\d{1,7}$/);

const beacon = z
  .strictObject({
    version: z.string().regex(/^[\w.+-]{1,40}$/),
    visit: z
      .string()
      .regex(/^[\w-]{22}$/)
      .describe('Random, 128 bits; deleted with the tab or after 30 idle minutes.'),
    page: pageId.describe('The id of the page, never its address.'),
    vitals: z
      .array(z.strictObject({ name: z.enum(vitalNames), value: z.number().min(0).max(longest) }))
      .max(vitalNames.length)
      .describe('Milliseconds; CLS is a score.'),
    errors: z
      .array(
        z.strictObject({ level: z.enum(levels), name, message: z.string().max(200), frames: z.array(frame).max(8) }),
      )
      .max(20),
    dropped: z.number().int().min(0).max(100_000).describe('Events over the limit of 80 a minute.'),
    seen: z
      .strictObject({ brand: z.string().regex(/^[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60})?$/), product: pageId })
      .nullable()
      .describe('The viewed page, once per page.'),
  })
  .describe('Measurements of a page. No typed text and no address.') satisfies z.ZodType<Beacon>;

export const routes: Routes = (app, { webVitals, seen }) => {
  app.post(
    '/v1/measures',
    {
      bodyLimit,
      schema: {
        summary: 'Record web vitals and errors of a page',
        description: 'Sent by the pages themselves after they have loaded. The answer does not say what was stored.',
        body: beacon,
        response: { 204: z.null(), 429: problems[400], ...problems },
      },
    },
    async (request, reply) => {
      if (!webVitals.take(request.body, { address: request.ip })) return sendProblem(reply, 'rate-limited');
      const { seen: product, page } = request.body;
      if (product) seen.take(product, { page, cookie: request.headers.cookie });
      return reply.code(204).send(null);
    },
  );
};
