import type { Lead } from '#src/domain/checkout/leads/index.server.ts';
import type { OrderView } from '#src/domain/orders/index.ts';
import { missingStepNow } from '#src/domain/checkout/required-steps/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import type { FlowStep } from '#src/domain/catalog/brand-data/index.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import { pathOfStep } from './purchase-routes.ts';
import { isPaidOrRefunded } from './order-address.server.ts';

interface UnpaidPurchase {
  readonly session: CheckoutSession;
  readonly view: OrderView | null;
  readonly lead: Lead;
}

/** The step that a purchase must complete before its payment; null once money was captured or reserved for it. */
export async function findMissingStep(
  { ctx }: Pick<PageRequest, 'ctx'>,
  { session, view, lead }: UnpaidPurchase,
): Promise<FlowStep | null> {
  const isBegun = view !== null && (isPaidOrRefunded(view) || view.order.received + (view.split?.held ?? 0n) > 0n);
  return isBegun ? null : missingStepNow(ctx, session, lead);
}

/** The page of that step, with the link's query; null when the purchase may be paid. */
export async function missingStepAddress(request: PageRequest, purchase: UnpaidPurchase): Promise<string | null> {
  const step = await findMissingStep(request, purchase);
  return step && request.href(pathOfStep(step));
}
