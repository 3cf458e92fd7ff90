// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { routes as routesAccess } from './routes/access.routes.server.ts';
import { routes as routesContract } from './routes/contract.routes.server.ts';
import { routes as routesCustomOffer } from './routes/custom-offer.routes.server.ts';
import { routes as routesEvidence } from './routes/evidence.routes.server.ts';
import { routes as routesFranchise } from './routes/franchise.routes.server.ts';
import { routes as routesLead } from './routes/lead.routes.server.ts';
import { routes as routesMeasure } from './routes/measure.routes.server.ts';
import { routes as routesNotification } from './routes/notification.routes.server.ts';
import { routes as routesOrder } from './routes/order.routes.server.ts';
import { routes as routesPayment } from './routes/payment.routes.server.ts';
import { routes as routesPayout } from './routes/payout.routes.server.ts';
import { routes as routesPhone } from './routes/phone.routes.server.ts';
import { routes as routesPlan } from './routes/plan.routes.server.ts';
import { routes as routesProduct } from './routes/product.routes.server.ts';
import { routes as routesProfile } from './routes/profile.routes.server.ts';
import { routes as routesProof } from './routes/proof.routes.server.ts';
import { routes as routesQuote } from './routes/quote.routes.server.ts';
import { routes as routesRefund } from './routes/refund.routes.server.ts';
import { routes as routesReminder } from './routes/reminder.routes.server.ts';
import { routes as routesSeller } from './routes/seller.routes.server.ts';
import { routes as routesSubscription } from './routes/subscription.routes.server.ts';
import { routes as routesTask } from './routes/task.routes.server.ts';
import { routes as routesTestLocation } from './routes/test-location.routes.server.ts';
import { routes as routesTicket } from './routes/ticket.routes.server.ts';
import { routes as routesUpsell } from './routes/upsell.routes.server.ts';
import { routes as routesWebhook } from './routes/webhook.routes.server.ts';

export const routes = {
  access: routesAccess,
  contract: routesContract,
  'custom-offer': routesCustomOffer,
  evidence: routesEvidence,
  franchise: routesFranchise,
  lead: routesLead,
  measure: routesMeasure,
  notification: routesNotification,
  order: routesOrder,
  payment: routesPayment,
  payout: routesPayout,
  phone: routesPhone,
  plan: routesPlan,
  product: routesProduct,
  profile: routesProfile,
  proof: routesProof,
  quote: routesQuote,
  refund: routesRefund,
  reminder: routesReminder,
  seller: routesSeller,
  subscription: routesSubscription,
  task: routesTask,
  'test-location': routesTestLocation,
  ticket: routesTicket,
  upsell: routesUpsell,
  webhook: routesWebhook,
};
