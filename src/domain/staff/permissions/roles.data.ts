/** Every permission of the console, in the order of the matrix. A route declares the one that it needs. */
export const permissions = [
  'sale.view',
  /** Clear personal data of a buyer, each look with a reason in the audit log. */
  'buyer.reveal',
  'sale.note',
  'email.resend',
  'code.renew',
  'link.create',
  'buyer.correct',
  'refund.request',
  'refund.approve',
  'payout.record',
  'payout.approve',
  'subscription.change',
  'task.work',
  'dispute.answer',
  'figures.view',
  'export.plain',
  /** Above 1,000 people it waits for somebody with `export.approve`. */
  'export.personal',
  'export.approve',
  'buyer.export',
  /** Always waits for somebody with `erasure.approve`. */
  'buyer.erase',
  'erasure.approve',
  'webhook.view',
  'webhook.replay',
  'webhook.rotate',
  'health.view',
  'audit.view',
  'grant.manage',
  /** Grants of finance lead, operator and people wait for somebody else with it. */
  'grant.approve',
] as const;

export type Permission = (typeof permissions)[number];

/** Roles of the staff, in the order of the matrix. */
export const roleNames = [
  /** A closer with a link of their own: granted with the scope of a seller, it shows their own sales only. */
  'seller',
  'help',
  'help-lead',
  'finance',
  'finance-lead',
  'marketing',
  'operator',
  /** An auditor or data protection officer: sees what happened, and decides about personal data and grants. */
  'auditor',
  /** Who says who works here. */
  'people',
] as const;

export type Role = (typeof roleNames)[number];

const buyerHelp = ['sale.view', 'buyer.reveal', 'sale.note', 'email.resend', 'code.renew', 'link.create'] as const;
const finance = [
  ...buyerHelp,
  ...(['refund.request', 'payout.record', 'subscription.change', 'task.work', 'dispute.answer'] as const),
  ...(['figures.view', 'export.plain', 'export.personal'] as const),
] as const;

/** What each role may do: the only source of the permission matrix. `docs/console-access.md` is generated from it. */
export const roles: Readonly<Record<Role, readonly Permission[]>> = {
  seller: [...buyerHelp, 'figures.view'],
  help: [...buyerHelp, 'buyer.correct', 'refund.request', 'subscription.change'],
  'help-lead': [
    ...buyerHelp,
    ...(['buyer.correct', 'refund.request', 'refund.approve', 'subscription.change', 'dispute.answer'] as const),
    ...(['figures.view', 'export.plain', 'export.personal', 'buyer.export', 'buyer.erase', 'audit.view'] as const),
  ],
  finance,
  'finance-lead': [...finance, 'refund.approve', 'payout.approve', 'export.approve', 'audit.view'],
  marketing: ['figures.view', 'export.plain'],
  operator: ['sale.view', 'webhook.view', 'webhook.replay', 'webhook.rotate', 'health.view'],
  auditor: [
    ...(['sale.view', 'buyer.reveal', 'figures.view', 'export.plain', 'export.personal', 'buyer.export'] as const),
    ...(['buyer.erase', 'erasure.approve', 'webhook.view', 'health.view', 'audit.view', 'grant.approve'] as const),
  ],
  people: ['grant.manage', 'grant.approve'],
};
