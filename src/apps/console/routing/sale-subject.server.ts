import { z } from 'zod';
import { saleSubject } from '#src/domain/orders/index.server.ts';
import { attemptById } from '#src/domain/payments/index.server.ts';
import type { ConsoleServices, RouteSubject } from '../console.contract.server.ts';

const named = z.object({ orderId: z.string().optional(), attemptId: z.string().optional() });

/** The sale that a route's parameter `orderId`, or `attemptId`, names: its brand, unit and seller decide who may call it. */
export function aboutSale({ readDb }: Pick<ConsoleServices, 'readDb'>): RouteSubject {
  return async ({ params }) => {
    const { orderId, attemptId } = named.parse(params);
    if (orderId !== undefined) return saleSubject(readDb, orderId);
    const attempt = attemptId === undefined ? null : await attemptById(readDb, attemptId);
    return attempt && saleSubject(readDb, attempt.order_id);
  };
}
