/** Every act that the audit log names, as `<subject>.<verb>`. Lists filter by the subject, and show an act by its words. */
export const auditActions = [
  ...(['session.begin', 'session.end', 'grant.give', 'grant.end', 'grant.first-link', 'grant.first'] as const),
  ...(['staff.end', 'staff.restore', 'staff.tie-token'] as const),
  ...(['approval.ask', 'approval.approved', 'approval.rejected', 'approval.take-back'] as const),
  ...(['sale.search', 'sale.note', 'buyer.reveal', 'buyer.read-email', 'buyer.correct-email', 'buyer.export'] as const),
  ...(['access.resend', 'access.link', 'link.create', 'charge.ask', 'charge.renew', 'charge.document'] as const),
  'cooling-off.request',
  ...(['refund.request', 'refund.approve', 'refund.reject', 'refund.take-back', 'payout.view'] as const),
  ...(['subscription.pause', 'subscription.resume', 'subscription.cancel'] as const),
  ...(['task.assign', 'task.end', 'fiscal-note.request', 'dispute.pack', 'dispute.answer', 'dispute.concede'] as const),
  ...(['webhook.replay', 'webhook.open', 'webhook.rotate'] as const),
  ...(['export.request', 'export.make', 'export.fetch', 'audit.export'] as const),
] as const;

export type AuditAction = (typeof auditActions)[number];
