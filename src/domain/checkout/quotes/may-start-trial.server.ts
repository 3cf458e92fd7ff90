import type { Plan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import { trialLinkKey } from '../flows/index.ts';
import { leadById } from '../leads/index.server.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import { hadTrial } from '../trials/index.server.ts';

/**
 * Whether this buyer's plan begins with its free time: their flow says so, and nobody known by their address, phone or
 * document had it before. Whoever is not known yet may.
 */
export async function mayStartTrial(
  { config }: Pick<CheckoutContext, 'config'>,
  db: Db,
  { link, answers, leadId, orderId, business, productCode }: CheckoutSession,
  plan: Plan,
): Promise<boolean> {
  if (!plan.trial || link[trialLinkKey] !== 'yes' || answers.withoutTrial === 'yes') return false;
  const lead = leadId === null ? null : await leadById(db, leadId);
  return lead === null || !(await hadTrial({ db, config }, { business, productCode }, lead, orderId));
}
