import { z } from 'zod';
import { auditTrailOf, auditTrailPdf } from '#src/domain/documents/audit-trail/index.server.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import type { Routes } from '../../api.contract.server.ts';
import { requireOperator } from '../../operator.server.ts';
import { id, problems } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

export const routes: Routes = (app, services) => {
  const guard = requireOperator(services, 'evidence');
  app.get(
    '/v1/orders/:orderId/evidence',
    {
      schema: {
        summary: 'The audit trail of a sale',
        description:
          "For the school's staff: needs `Authorization: Bearer` with the operator's token; without one configured there is nothing here. JSON as `npm run verify-sale` reads it, or a PDF with the same file inside. The buyer has both by their own link.",
        params: z.strictObject({ orderId: id }),
        querystring: z.strictObject({ format: z.enum(['json', 'pdf']).default('json') }),
        produces: ['application/json', 'application/pdf'],
        response: { 200: z.unknown().describe('The file.'), ...problems },
      },
      ...guard.route,
    },
    async (request, reply) => {
      const { orderId } = request.params;
      const order = await orderById(services.ctx.db, orderId);
      if (!guard.mayIn(request, order?.brand)) return sendProblem(reply, 'order-not-found');
      const isPdf = request.query.format === 'pdf';
      const evidence = isPdf ? null : await auditTrailOf(services.ctx, orderId);
      const content = isPdf ? await auditTrailPdf(services.ctx, orderId) : evidence && Buffer.from(evidence.text);
      if (content === null) return sendProblem(reply, 'order-not-found');
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-type': isPdf ? 'application/pdf' : 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="evidence.${isPdf ? 'pdf' : 'json'}"`,
        })
        .send(content);
    },
  );
};
