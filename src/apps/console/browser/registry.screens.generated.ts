// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { screen as screensApprovals } from './screens/approvals/screen.ts';
import { screen as screensAudit } from './screens/audit/screen.ts';
import { screen as screensDispute } from './screens/dispute/screen.ts';
import { screen as screensDisputes } from './screens/disputes/screen.ts';
import { screen as screensExports } from './screens/exports/screen.ts';
import { screen as screensHealth } from './screens/health/screen.ts';
import { screen as screensHome } from './screens/home/screen.ts';
import { screen as screensIntegrations } from './screens/integrations/screen.ts';
import { screen as screensLedgerLines } from './screens/ledger-lines/screen.ts';
import { screen as screensMe } from './screens/me/screen.ts';
import { screen as screensMoney } from './screens/money/screen.ts';
import { screen as screensPerson } from './screens/person/screen.ts';
import { screen as screensSale } from './screens/sale/screen.ts';
import { screen as screensSales } from './screens/sales/screen.ts';
import { screen as screensSandbox } from './screens/sandbox/screen.ts';
import { screen as screensSavedView } from './screens/saved-view/screen.ts';
import { screen as screensStaff } from './screens/staff/screen.ts';
import { screen as screensSubscriptions } from './screens/subscriptions/screen.ts';
import { screen as screensTasks } from './screens/tasks/screen.ts';
import { screen as screensWebhookDelivery } from './screens/webhook-delivery/screen.ts';
import { screen as screensWebhookEndpoint } from './screens/webhook-endpoint/screen.ts';

export const screens = {
  approvals: screensApprovals,
  audit: screensAudit,
  dispute: screensDispute,
  disputes: screensDisputes,
  exports: screensExports,
  health: screensHealth,
  home: screensHome,
  integrations: screensIntegrations,
  'ledger-lines': screensLedgerLines,
  me: screensMe,
  money: screensMoney,
  person: screensPerson,
  sale: screensSale,
  sales: screensSales,
  sandbox: screensSandbox,
  'saved-view': screensSavedView,
  staff: screensStaff,
  subscriptions: screensSubscriptions,
  tasks: screensTasks,
  'webhook-delivery': screensWebhookDelivery,
  'webhook-endpoint': screensWebhookEndpoint,
};

export const screenModules = {
  approvals: () => import('./screens/approvals/approvals.screen.tsx'),
  audit: () => import('./screens/audit/audit.screen.tsx'),
  dispute: () => import('./screens/dispute/dispute.screen.tsx'),
  disputes: () => import('./screens/disputes/disputes.screen.tsx'),
  exports: () => import('./screens/exports/exports.screen.tsx'),
  health: () => import('./screens/health/health.screen.tsx'),
  home: () => import('./screens/home/home.screen.tsx'),
  integrations: () => import('./screens/integrations/integrations.screen.tsx'),
  'ledger-lines': () => import('./screens/ledger-lines/ledger-lines.screen.tsx'),
  me: () => import('./screens/me/me.screen.tsx'),
  money: () => import('./screens/money/money.screen.tsx'),
  person: () => import('./screens/person/person.screen.tsx'),
  sale: () => import('./screens/sale/sale.screen.tsx'),
  sales: () => import('./screens/sales/sales.screen.tsx'),
  sandbox: () => import('./screens/sandbox/sandbox.screen.tsx'),
  'saved-view': () => import('./screens/saved-view/saved-view.screen.tsx'),
  staff: () => import('./screens/staff/staff.screen.tsx'),
  subscriptions: () => import('./screens/subscriptions/subscriptions.screen.tsx'),
  tasks: () => import('./screens/tasks/tasks.screen.tsx'),
  'webhook-delivery': () => import('./screens/webhook-delivery/webhook-delivery.screen.tsx'),
  'webhook-endpoint': () => import('./screens/webhook-endpoint/webhook-endpoint.screen.tsx'),
};
