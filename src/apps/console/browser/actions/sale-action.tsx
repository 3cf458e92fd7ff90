import type { ComponentType } from 'react';
import type { Permission } from '#src/domain/staff/index.ts';
import { AccessLinkSheet, CorrectEmailSheet, ResendAccessSheet, ShortLinkSheet } from './access-sheets.tsx';
import { AskCompanySheet, RenewCodeSheet } from './charge-sheets.tsx';
import { CoolingOffSheet } from './cooling-off-sheet.tsx';
import { ErasePersonSheet, ExportPersonSheet } from './person-sheets.tsx';
import { RefundSheet } from './refund-sheet.tsx';
import type { SaleActionProps } from './sale-action.types.ts';
import { SubscriptionSheet } from './subscription-sheet.tsx';

/** An act on a sale, as the sale page offers it. */
interface SaleAction {
  /** Who may do it; the server decides again. */
  readonly needs: Permission;
  /** Key of its name. */
  readonly label: string;
  readonly Sheet: ComponentType<SaleActionProps>;
}

/** Every act on a sale by its name: the cures of the explanation (`Cure`), and the others that its page offers. */
export const saleActions = {
  'refund.request': { needs: 'refund.request', label: 'act.refund.title', Sheet: RefundSheet },
  'cooling-off.request': { needs: 'refund.request', label: 'act.cooling-off.title', Sheet: CoolingOffSheet },
  'access.resend': { needs: 'email.resend', label: 'act.access.title', Sheet: ResendAccessSheet },
  'access.link': { needs: 'link.create', label: 'act.access-link.title', Sheet: AccessLinkSheet },
  'buyer.correct': { needs: 'buyer.correct', label: 'act.email.title', Sheet: CorrectEmailSheet },
  'code.renew': { needs: 'code.renew', label: 'act.code.title', Sheet: RenewCodeSheet },
  'link.create': { needs: 'link.create', label: 'act.link.title', Sheet: ShortLinkSheet },
  'attempt.check': { needs: 'sale.view', label: 'act.ask.title', Sheet: AskCompanySheet },
  'buyer.export': { needs: 'buyer.export', label: 'act.export.title', Sheet: ExportPersonSheet },
  'buyer.erase': { needs: 'buyer.erase', label: 'act.erase.title', Sheet: ErasePersonSheet },
  'subscription.change': { needs: 'subscription.change', label: 'act.subscription.title', Sheet: SubscriptionSheet },
} as const satisfies Readonly<Record<string, SaleAction>>;

export type SaleActionName = keyof typeof saleActions;

/** Whether a name is that of an act with a sheet. */
export function isSaleAction(name: string): name is SaleActionName {
  return Object.hasOwn(saleActions, name);
}

/** The sheet of an act. */
export function SaleActionSheet({ name, ...props }: SaleActionProps & { readonly name: SaleActionName }) {
  const { Sheet } = saleActions[name];
  return <Sheet {...props} />;
}
