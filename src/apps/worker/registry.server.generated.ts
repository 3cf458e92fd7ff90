// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { job as jobsAccruePoints } from './jobs/loyalty/accrue-points.job.server.ts';
import { job as jobsAdvanceSplitOrder } from './jobs/payments/advance-split-order.job.server.ts';
import { job as jobsCancelOpenCharges } from './jobs/subscriptions/cancel-open-charges.job.server.ts';
import { job as jobsChargeDuePeriods } from './jobs/subscriptions/charge-due-periods.job.server.ts';
import { job as jobsChargeMandates } from './jobs/subscriptions/charge-mandates.job.server.ts';
import { job as jobsCloseAbandonedOrders } from './jobs/checkout/close-abandoned-orders.job.server.ts';
import { job as jobsCompleteCoolingOffs } from './jobs/refunds/complete-cooling-offs.job.server.ts';
import { job as jobsEndMandate } from './jobs/subscriptions/end-mandate.job.server.ts';
import { job as jobsEraseUnpaidLeads } from './jobs/customers/erase-unpaid-leads.job.server.ts';
import { job as jobsExpireAttempts } from './jobs/payments/expire-attempts.job.server.ts';
import { job as jobsExpireHold } from './jobs/payments/expire-hold.job.server.ts';
import { job as jobsExpireUpgradeInvoices } from './jobs/subscriptions/expire-upgrade-invoices.job.server.ts';
import { job as jobsHandleIncomingWebhooks } from './jobs/webhooks/handle-incoming-webhooks.job.server.ts';
import { job as jobsIssueDocuments } from './jobs/documents/issue-documents.job.server.ts';
import { job as jobsProcessFiscalNote } from './jobs/documents/process-fiscal-note.job.server.ts';
import { job as jobsRecheckCaptured } from './jobs/payments/recheck-captured.job.server.ts';
import { job as jobsReconcileCredits } from './jobs/payments/reconcile-credits.job.server.ts';
import { job as jobsRefundDuplicatePayment } from './jobs/subscriptions/refund-duplicate-payment.job.server.ts';
import { job as jobsRefundPart } from './jobs/refunds/refund-part.job.server.ts';
import { job as jobsRefundSurplus } from './jobs/refunds/refund-surplus.job.server.ts';
import { job as jobsRegisterWebhookUrls } from './jobs/webhooks/register-webhook-urls.job.server.ts';
import { job as jobsRemindAbandonedCheckouts } from './jobs/checkout/remind-abandoned-checkouts.job.server.ts';
import { job as jobsReportSale } from './jobs/analytics/report-sale.job.server.ts';
import { job as jobsRequeueStuckWork } from './jobs/payments/requeue-stuck-work.job.server.ts';
import { job as jobsResolveAttempt } from './jobs/payments/resolve-attempt.job.server.ts';
import { job as jobsRetryFiscalNotes } from './jobs/documents/retry-fiscal-notes.job.server.ts';
import { job as jobsRunDunning } from './jobs/subscriptions/run-dunning.job.server.ts';
import { job as jobsSealLedgerDays } from './jobs/payments/seal-ledger-days.job.server.ts';
import { job as jobsSendAccountEmail } from './jobs/emails/send-account-email.job.server.ts';
import { job as jobsSendEmails } from './jobs/emails/send-emails.job.server.ts';
import { job as jobsSendRecoveryReminder } from './jobs/emails/send-recovery-reminder.job.server.ts';
import { job as jobsSendResumeLink } from './jobs/emails/send-resume-link.job.server.ts';
import { job as jobsSendSubscriptionNotice } from './jobs/emails/send-subscription-notice.job.server.ts';
import { job as jobsSendWebhooks } from './jobs/webhooks/send-webhooks.job.server.ts';
import { job as jobsSweepIncomingWebhooks } from './jobs/webhooks/sweep-incoming-webhooks.job.server.ts';
import { job as jobsSweepMagicLinkLimits } from './jobs/customers/sweep-magic-link-limits.job.server.ts';
import { job as jobsSweepPhoneCodes } from './jobs/customers/sweep-phone-codes.job.server.ts';
import { job as jobsSweepPointsSessions } from './jobs/loyalty/sweep-points-sessions.job.server.ts';
import { job as jobsSweepQuotes } from './jobs/checkout/sweep-quotes.job.server.ts';
import { job as jobsSweepRiskData } from './jobs/payments/sweep-risk-data.job.server.ts';
import { job as jobsVoidAttempt } from './jobs/payments/void-attempt.job.server.ts';

export const jobs = {
  'accrue-points': jobsAccruePoints,
  'advance-split-order': jobsAdvanceSplitOrder,
  'cancel-open-charges': jobsCancelOpenCharges,
  'charge-due-periods': jobsChargeDuePeriods,
  'charge-mandates': jobsChargeMandates,
  'close-abandoned-orders': jobsCloseAbandonedOrders,
  'complete-cooling-offs': jobsCompleteCoolingOffs,
  'end-mandate': jobsEndMandate,
  'erase-unpaid-leads': jobsEraseUnpaidLeads,
  'expire-attempts': jobsExpireAttempts,
  'expire-hold': jobsExpireHold,
  'expire-upgrade-invoices': jobsExpireUpgradeInvoices,
  'handle-incoming-webhooks': jobsHandleIncomingWebhooks,
  'issue-documents': jobsIssueDocuments,
  'process-fiscal-note': jobsProcessFiscalNote,
  'recheck-captured': jobsRecheckCaptured,
  'reconcile-credits': jobsReconcileCredits,
  'refund-duplicate-payment': jobsRefundDuplicatePayment,
  'refund-part': jobsRefundPart,
  'refund-surplus': jobsRefundSurplus,
  'register-webhook-urls': jobsRegisterWebhookUrls,
  'remind-abandoned-checkouts': jobsRemindAbandonedCheckouts,
  'report-sale': jobsReportSale,
  'requeue-stuck-work': jobsRequeueStuckWork,
  'resolve-attempt': jobsResolveAttempt,
  'retry-fiscal-notes': jobsRetryFiscalNotes,
  'run-dunning': jobsRunDunning,
  'seal-ledger-days': jobsSealLedgerDays,
  'send-account-email': jobsSendAccountEmail,
  'send-emails': jobsSendEmails,
  'send-recovery-reminder': jobsSendRecoveryReminder,
  'send-resume-link': jobsSendResumeLink,
  'send-subscription-notice': jobsSendSubscriptionNotice,
  'send-webhooks': jobsSendWebhooks,
  'sweep-incoming-webhooks': jobsSweepIncomingWebhooks,
  'sweep-magic-link-limits': jobsSweepMagicLinkLimits,
  'sweep-phone-codes': jobsSweepPhoneCodes,
  'sweep-points-sessions': jobsSweepPointsSessions,
  'sweep-quotes': jobsSweepQuotes,
  'sweep-risk-data': jobsSweepRiskData,
  'void-attempt': jobsVoidAttempt,
};
