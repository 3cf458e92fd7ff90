// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { job as jobsAccruePoints } from './jobs/accrue-points.job.server.ts';
import { job as jobsAnnounceAddresses } from './jobs/announce-addresses.job.server.ts';
import { job as jobsChargeDuePeriods } from './jobs/charge-due-periods.job.server.ts';
import { job as jobsCloseAbandoned } from './jobs/close-abandoned.job.server.ts';
import { job as jobsCollectByConsent } from './jobs/collect-by-consent.job.server.ts';
import { job as jobsEndCharges } from './jobs/end-charges.job.server.ts';
import { job as jobsEndConsent } from './jobs/end-consent.job.server.ts';
import { job as jobsEndRescues } from './jobs/end-rescues.job.server.ts';
import { job as jobsExpireAttempts } from './jobs/expire-attempts.job.server.ts';
import { job as jobsExpireUpgradeBills } from './jobs/expire-upgrade-bills.job.server.ts';
import { job as jobsFollowDunning } from './jobs/follow-dunning.job.server.ts';
import { job as jobsFollowWithdrawals } from './jobs/follow-withdrawals.job.server.ts';
import { job as jobsForgetUnpaid } from './jobs/forget-unpaid.job.server.ts';
import { job as jobsGiveBackPart } from './jobs/give-back-part.job.server.ts';
import { job as jobsGoOn } from './jobs/go-on.job.server.ts';
import { job as jobsHandleNotifications } from './jobs/handle-notifications.job.server.ts';
import { job as jobsKeepPapers } from './jobs/keep-papers.job.server.ts';
import { job as jobsLookBack } from './jobs/look-back.job.server.ts';
import { job as jobsRefundSurplus } from './jobs/refund-surplus.job.server.ts';
import { job as jobsReleaseAttempt } from './jobs/release-attempt.job.server.ts';
import { job as jobsRemindAbandoned } from './jobs/remind-abandoned.job.server.ts';
import { job as jobsResolveAttempt } from './jobs/resolve-attempt.job.server.ts';
import { job as jobsReturnSecondPayment } from './jobs/return-second-payment.job.server.ts';
import { job as jobsSealLedger } from './jobs/seal-ledger.job.server.ts';
import { job as jobsSendBuyerLetter } from './jobs/send-buyer-letter.job.server.ts';
import { job as jobsSendMessages } from './jobs/send-messages.job.server.ts';
import { job as jobsSendNotice } from './jobs/send-notice.job.server.ts';
import { job as jobsSendReminder } from './jobs/send-reminder.job.server.ts';
import { job as jobsSendResumeLink } from './jobs/send-resume-link.job.server.ts';
import { job as jobsSendWebhooks } from './jobs/send-webhooks.job.server.ts';
import { job as jobsSettleCredits } from './jobs/settle-credits.job.server.ts';
import { job as jobsSettleFiscalNote } from './jobs/settle-fiscal-note.job.server.ts';
import { job as jobsSweepDefences } from './jobs/sweep-defences.job.server.ts';
import { job as jobsSweepFiscalNotes } from './jobs/sweep-fiscal-notes.job.server.ts';
import { job as jobsSweepNotifications } from './jobs/sweep-notifications.job.server.ts';
import { job as jobsSweepPageBudgets } from './jobs/sweep-page-budgets.job.server.ts';
import { job as jobsSweepPhoneCodes } from './jobs/sweep-phone-codes.job.server.ts';
import { job as jobsSweepPoints } from './jobs/sweep-points.job.server.ts';
import { job as jobsSweepQuotes } from './jobs/sweep-quotes.job.server.ts';
import { job as jobsTakeUpAgain } from './jobs/take-up-again.job.server.ts';
import { job as jobsTellSale } from './jobs/tell-sale.job.server.ts';

export const jobs = {
  'accrue-points': jobsAccruePoints,
  'announce-addresses': jobsAnnounceAddresses,
  'charge-due-periods': jobsChargeDuePeriods,
  'close-abandoned': jobsCloseAbandoned,
  'collect-by-consent': jobsCollectByConsent,
  'end-charges': jobsEndCharges,
  'end-consent': jobsEndConsent,
  'end-rescues': jobsEndRescues,
  'expire-attempts': jobsExpireAttempts,
  'expire-upgrade-bills': jobsExpireUpgradeBills,
  'follow-dunning': jobsFollowDunning,
  'follow-withdrawals': jobsFollowWithdrawals,
  'forget-unpaid': jobsForgetUnpaid,
  'give-back-part': jobsGiveBackPart,
  'go-on': jobsGoOn,
  'handle-notifications': jobsHandleNotifications,
  'keep-papers': jobsKeepPapers,
  'look-back': jobsLookBack,
  'refund-surplus': jobsRefundSurplus,
  'release-attempt': jobsReleaseAttempt,
  'remind-abandoned': jobsRemindAbandoned,
  'resolve-attempt': jobsResolveAttempt,
  'return-second-payment': jobsReturnSecondPayment,
  'seal-ledger': jobsSealLedger,
  'send-buyer-letter': jobsSendBuyerLetter,
  'send-messages': jobsSendMessages,
  'send-notice': jobsSendNotice,
  'send-reminder': jobsSendReminder,
  'send-resume-link': jobsSendResumeLink,
  'send-webhooks': jobsSendWebhooks,
  'settle-credits': jobsSettleCredits,
  'settle-fiscal-note': jobsSettleFiscalNote,
  'sweep-defences': jobsSweepDefences,
  'sweep-fiscal-notes': jobsSweepFiscalNotes,
  'sweep-notifications': jobsSweepNotifications,
  'sweep-page-budgets': jobsSweepPageBudgets,
  'sweep-phone-codes': jobsSweepPhoneCodes,
  'sweep-points': jobsSweepPoints,
  'sweep-quotes': jobsSweepQuotes,
  'take-up-again': jobsTakeUpAgain,
  'tell-sale': jobsTellSale,
};
