import { z } from 'zod';
import { saleSubject } from '#src/domain/orders/index.server.ts';
import { orderOfAttempt } from '#src/domain/payments/index.server.ts';
import type { ConsoleServices, RouteSubject } from '../console.contract.server.ts';

const ofSale = z.object({ orderId: z.string().optional(), attemptId: z.string().optional() });

/** The sale that a route's parameter `orderId`, or `attemptId`, names: its brand, unit and seller decide who may call it. */
export function aboutSale({ readDb }: Pick<ConsoleServices, 'readDb'>): RouteSubject {
  return async ({ params }) => {
    const { orderId, attemptId } = ofSale.parse(params);
    const named = orderId ?? (attemptId === undefined ? null : await orderOfAttempt(readDb, attemptId));
    return named === null ? null : saleSubject(readDb, named);
  };
}
