export {
  cancelEmailsOfOrders,
  markEmailNotNeeded,
  markEmailsSent,
  retryEmailLater,
  queueEmail,
  acquireEmails,
  type PendingEmail,
} from './email.repository.server.ts';
