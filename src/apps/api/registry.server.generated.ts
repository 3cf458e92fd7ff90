// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { routes as routesAccess } from './routes/access/access.routes.server.ts';
import { routes as routesAuditTrail } from './routes/audit-trail/audit-trail.routes.server.ts';
import { routes as routesCaptcha } from './routes/captcha/captcha.routes.server.ts';
import { routes as routesContracts } from './routes/contracts/contracts.routes.server.ts';
import { routes as routesCustomOffers } from './routes/custom-offers/custom-offers.routes.server.ts';
import { routes as routesIncomingWebhooks } from './routes/incoming-webhooks/incoming-webhooks.routes.server.ts';
import { routes as routesLeads } from './routes/leads/leads.routes.server.ts';
import { routes as routesManualRefunds } from './routes/manual-refunds/manual-refunds.routes.server.ts';
import { routes as routesOrders } from './routes/orders/orders.routes.server.ts';
import { routes as routesPaymentProfiles } from './routes/payment-profiles/payment-profiles.routes.server.ts';
import { routes as routesPayments } from './routes/payments/payments.routes.server.ts';
import { routes as routesPhoneVerification } from './routes/phone-verification/phone-verification.routes.server.ts';
import { routes as routesPlans } from './routes/plans/plans.routes.server.ts';
import { routes as routesProducts } from './routes/products/products.routes.server.ts';
import { routes as routesQuotes } from './routes/quotes/quotes.routes.server.ts';
import { routes as routesReconciliationTasks } from './routes/reconciliation-tasks/reconciliation-tasks.routes.server.ts';
import { routes as routesRefunds } from './routes/refunds/refunds.routes.server.ts';
import { routes as routesReminders } from './routes/reminders/reminders.routes.server.ts';
import { routes as routesSellers } from './routes/sellers/sellers.routes.server.ts';
import { routes as routesSubscriptions } from './routes/subscriptions/subscriptions.routes.server.ts';
import { routes as routesTestLocations } from './routes/test-locations/test-locations.routes.server.ts';
import { routes as routesTickets } from './routes/tickets/tickets.routes.server.ts';
import { routes as routesUnits } from './routes/units/units.routes.server.ts';
import { routes as routesUpsells } from './routes/upsells/upsells.routes.server.ts';
import { routes as routesWebVitals } from './routes/web-vitals/web-vitals.routes.server.ts';
import { routes as routesWebhookEndpoints } from './routes/webhook-endpoints/webhook-endpoints.routes.server.ts';

export const routes = {
  access: routesAccess,
  'audit-trail': routesAuditTrail,
  captcha: routesCaptcha,
  contracts: routesContracts,
  'custom-offers': routesCustomOffers,
  'incoming-webhooks': routesIncomingWebhooks,
  leads: routesLeads,
  'manual-refunds': routesManualRefunds,
  orders: routesOrders,
  'payment-profiles': routesPaymentProfiles,
  payments: routesPayments,
  'phone-verification': routesPhoneVerification,
  plans: routesPlans,
  products: routesProducts,
  quotes: routesQuotes,
  'reconciliation-tasks': routesReconciliationTasks,
  refunds: routesRefunds,
  reminders: routesReminders,
  sellers: routesSellers,
  subscriptions: routesSubscriptions,
  'test-locations': routesTestLocations,
  tickets: routesTickets,
  units: routesUnits,
  upsells: routesUpsells,
  'web-vitals': routesWebVitals,
  'webhook-endpoints': routesWebhookEndpoints,
};
