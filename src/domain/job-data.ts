/** The data of each job that a use case sends, by the name of its queue. A job that also runs at its times gets none then. */
export interface JobData {
  readonly 'advance-split-order': { readonly orderId: string };
  readonly 'cancel-open-charges': { readonly subscriptionId: string };
  readonly 'complete-cooling-offs': Readonly<Record<string, never>>;
  readonly 'end-mandate': { readonly mandateId: string };
  readonly 'expire-hold': { readonly orderId?: string };
  readonly 'make-export': { readonly exportId: string };
  readonly 'process-fiscal-note': { readonly noteId: string };
  readonly 'reconcile-credits': { readonly between?: 'yes' };
  readonly 'refund-duplicate-payment': { readonly orderId: string };
  readonly 'refund-part': { readonly partId: string };
  readonly 'refund-surplus': { readonly exceptionId: string };
  readonly 'report-sale': SaleReport;
  readonly 'resolve-attempt': { readonly attemptId: string };
  readonly 'send-account-email': { readonly emailId: string };
  readonly 'send-recovery-reminder': { readonly abandonmentId: string; readonly step: string };
  readonly 'send-resume-link': { readonly resumeRequestId: string };
  readonly 'send-subscription-notice': { readonly noticeId: string };
  readonly 'void-attempt': { readonly attemptId: string };
}

type SaleReport =
  | { readonly orderId: string; readonly event: 'purchase' }
  | { readonly orderId: string; readonly event: 'add_payment_info'; readonly method: string };

export type JobName = keyof JobData;
