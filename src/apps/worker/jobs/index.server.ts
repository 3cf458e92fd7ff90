import type { Job, ScheduledJobs, SentJobs } from '../job.contract.ts';
import * as checkout from './checkout.jobs.server.ts';
import * as customers from './customer.jobs.server.ts';
import * as documents from './document.jobs.server.ts';
import * as emails from './email.jobs.server.ts';
import * as exports from './export.jobs.server.ts';
import * as payments from './payment.jobs.server.ts';
import * as retention from './retention.jobs.server.ts';
import * as seals from './seal.jobs.server.ts';
import * as search from './search.jobs.server.ts';
import * as subscriptions from './subscription.jobs.server.ts';
import * as webhooks from './webhook.jobs.server.ts';

const sent: SentJobs = {
  ...documents.sent,
  ...emails.sent,
  ...exports.sent,
  ...payments.sent,
  ...subscriptions.sent,
  ...webhooks.sent,
};

const scheduled: ScheduledJobs = {
  ...checkout.scheduled,
  ...customers.scheduled,
  ...documents.scheduled,
  ...emails.scheduled,
  ...exports.scheduled,
  ...payments.scheduled,
  ...retention.scheduled,
  ...seals.scheduled,
  ...search.scheduled,
  ...subscriptions.scheduled,
  ...webhooks.scheduled,
};

/** Every job of the product; a job that the domain sends and no handler takes does not compile. */
export const jobs: readonly Job[] = [
  ...Object.entries(sent).map(([name, job]) => ({ name, isSent: true, ...job })),
  ...Object.entries(scheduled).map(([name, job]) => ({ name, ...job })),
];
