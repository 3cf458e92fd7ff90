export {
  cancelEmailsOfOrders,
  emailById,
  isEmailQueued,
  markEmailNotNeeded,
  markEmailsSent,
  retryEmailLater,
  queueEmail,
  acquireEmails,
  type PendingEmail,
  type SentEmail,
} from './email.repository.server.ts';
