import { Button } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { ReceiptView } from '../../site/receipt/receipt.tsx';
import type { Receipt } from '../../site/receipt/success.types.ts';

/** The next charge of a plan, as finished text. */
export interface NextCharge {
  readonly plan: string;
  readonly on: string;
  readonly amount: string;
  /** Last day of the trial; null when the plan has none. */
  readonly freeUntil: string | null;
  /** Nothing was charged yet. */
  readonly isFirst: boolean;
}

export interface SubscriptionWelcomeData {
  readonly name: string;
  readonly email: string;
  readonly receipt: Receipt;
  readonly charge: NextCharge;
  /** Days and price of the subscription; null until it exists, and then the plan's calendar is shown. */
  readonly terms: string | null;
  /** The purchase before, when this is an upsell of it. */
  readonly before: string | null;
  /** Where the access button posts. */
  readonly access: string;
}

export function SubscriptionWelcomePage({ data }: ViewProps<SubscriptionWelcomeData>) {
  const t = useWords();
  const { name, email, receipt, charge, terms, before, access } = data;
  const words = { name, email, product: receipt.product, plan: charge.plan };
  return (
    <StatusPanel kind="success" title={t('subscription-welcome.title', words)}>
      <p>{before ? t('subscription-welcome.on-top', { ...words, before }) : t('subscription-welcome.text', words)}</p>
      {terms === null ? <ChargeNotice charge={charge} /> : <p className="fineprint">{terms}</p>}
      <form method="post" action={access}>
        <input type="hidden" name="purchase" value={before ? 'upsell' : 'main'} />
        <Button>{t('success.access')}</Button>
      </form>
      <ReceiptView receipt={receipt} />
      <p>{t('subscription-welcome.mail', words)}</p>
    </StatusPanel>
  );
}

/** When the plan is charged next, by its calendar. */
function ChargeNotice({ charge }: { readonly charge: NextCharge }) {
  const t = useWords();
  return (
    <Notice kind="info" title={t(charge.isFirst ? 'subscription-welcome.first' : 'subscription-welcome.next')}>
      <p>{t('subscription-welcome.charge', { on: charge.on, amount: charge.amount })}</p>
      {charge.freeUntil ? <p>{t('subscription-welcome.free', { until: charge.freeUntil })}</p> : null}
      <p>{t('subscription-welcome.cancel')}</p>
    </Notice>
  );
}
