// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { routes as routesAccess } from './routes/access/access.routes.server.ts';
import { routes as routesApprovals } from './routes/approvals/approvals.routes.server.ts';
import { routes as routesAudit } from './routes/audit/audit.routes.server.ts';
import { routes as routesBuyerData } from './routes/buyer-data/buyer-data.routes.server.ts';
import { routes as routesBuyerEmails } from './routes/buyer-emails/buyer-emails.routes.server.ts';
import { routes as routesCharges } from './routes/charges/charges.routes.server.ts';
import { routes as routesCoolingOff } from './routes/cooling-off/cooling-off.routes.server.ts';
import { routes as routesDisputes } from './routes/disputes/disputes.routes.server.ts';
import { routes as routesEmailPreviews } from './routes/email-previews/email-previews.routes.server.ts';
import { routes as routesExports } from './routes/exports/exports.routes.server.ts';
import { routes as routesFigures } from './routes/figures/figures.routes.server.ts';
import { routes as routesHealth } from './routes/health/health.routes.server.ts';
import { routes as routesLinks } from './routes/links/links.routes.server.ts';
import { routes as routesLive } from './routes/live/live.routes.server.ts';
import { routes as routesMe } from './routes/me/me.routes.server.ts';
import { routes as routesPayouts } from './routes/payouts/payouts.routes.server.ts';
import { routes as routesPeople } from './routes/people/people.routes.server.ts';
import { routes as routesRefunds } from './routes/refunds/refunds.routes.server.ts';
import { routes as routesSale } from './routes/sale/sale.routes.server.ts';
import { routes as routesSales } from './routes/sales/sales.routes.server.ts';
import { routes as routesSandbox } from './routes/sandbox/sandbox.routes.server.ts';
import { routes as routesSearch } from './routes/search/search.routes.server.ts';
import { routes as routesSessions } from './routes/sessions/sessions.routes.server.ts';
import { routes as routesSignOut } from './routes/sign-out/sign-out.routes.server.ts';
import { routes as routesStaff } from './routes/staff/staff.routes.server.ts';
import { routes as routesSubscriptionChanges } from './routes/subscription-changes/subscription-changes.routes.server.ts';
import { routes as routesSubscriptions } from './routes/subscriptions/subscriptions.routes.server.ts';
import { routes as routesTasks } from './routes/tasks/tasks.routes.server.ts';
import { routes as routesViews } from './routes/views/views.routes.server.ts';
import { routes as routesWebhooks } from './routes/webhooks/webhooks.routes.server.ts';

export const routes = {
  access: routesAccess,
  approvals: routesApprovals,
  audit: routesAudit,
  'buyer-data': routesBuyerData,
  'buyer-emails': routesBuyerEmails,
  charges: routesCharges,
  'cooling-off': routesCoolingOff,
  disputes: routesDisputes,
  'email-previews': routesEmailPreviews,
  exports: routesExports,
  figures: routesFigures,
  health: routesHealth,
  links: routesLinks,
  live: routesLive,
  me: routesMe,
  payouts: routesPayouts,
  people: routesPeople,
  refunds: routesRefunds,
  sale: routesSale,
  sales: routesSales,
  sandbox: routesSandbox,
  search: routesSearch,
  sessions: routesSessions,
  'sign-out': routesSignOut,
  staff: routesStaff,
  'subscription-changes': routesSubscriptionChanges,
  subscriptions: routesSubscriptions,
  tasks: routesTasks,
  views: routesViews,
  webhooks: routesWebhooks,
};
