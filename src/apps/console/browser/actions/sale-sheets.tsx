import type { ComponentType } from 'react';
import type { SaleActionProps as PageProps } from '../screens/sale/sale-actions.ts';
import { CorrectEmailSheet, ResendAccessSheet, ShortLinkSheet } from './access-sheets.tsx';
import { AskCompanySheet, RenewCodeSheet } from './charge-sheets.tsx';
import { RefundSheet } from './refund-sheet.tsx';
import type { SaleActionProps } from './sale-action.types.ts';
import { SubscriptionSheet } from './subscription-sheet.tsx';

/** A sheet as the sale page opens it: with the whole answer, and what the explanation is about. */
function onSalePage(Sheet: ComponentType<SaleActionProps>): ComponentType<PageProps> {
  return function SaleSheet({ answer, about, onClose, onDone }: PageProps) {
    const { order, attempts, subscription } = answer.sale;
    const isAttempt = attempts.some(({ id }) => id === about);
    return (
      <Sheet
        orderId={order.id}
        attemptId={isAttempt ? about : (attempts.at(-1)?.id ?? null)}
        subscriptionId={subscription?.id ?? null}
        onClose={(isDone) => (isDone ? onDone() : onClose())}
      />
    );
  };
}

/** The cures of the explanation that are done in a sheet of the sale page. */
export const saleSheets = {
  'refund.request': onSalePage(RefundSheet),
  'access.resend': onSalePage(ResendAccessSheet),
  'buyer.correct': onSalePage(CorrectEmailSheet),
  'code.renew': onSalePage(RenewCodeSheet),
  'link.create': onSalePage(ShortLinkSheet),
  'attempt.check': onSalePage(AskCompanySheet),
  'subscription.change': onSalePage(SubscriptionSheet),
} as const;
