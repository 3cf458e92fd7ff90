import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { UpsellOffer } from '../../site/upsell/upsell-offer.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { ReceiptView } from '../../site/receipt/receipt.tsx';
import type { SuccessData, SuccessKind, SuccessUpsell } from '../../site/receipt/success.types.ts';

const marks = { paid: 'success', late: 'success', 'partly-paid': 'clock', refunded: 'info' } as const satisfies Record<
  SuccessKind,
  string
>;

export function SuccessPage({ data }: ViewProps<SuccessData>) {
  const t = useWords();
  const { kind, display, receipt, owed, name, upsell } = data;
  const words = { name, product: receipt.product, email: data.email };
  const offer = upsell?.kind === 'offer' ? upsell.offer : null;
  return (
    <div className="stack">
      <StatusPanel
        kind={marks[kind]}
        isPlain={!display.displayIcon}
        title={display.displayHeader ? t(`success.${data.isFree ? 'free' : kind}.title`, words) : receipt.product}
      >
        <p>{t(`success.${kind}.text`, words)}</p>
        {data.terms ? <p className="fineprint">{data.terms}</p> : null}
        {owed ? (
          <Notice kind="info">
            <p>{t('success.partly-paid.sums', { received: owed.received, missing: owed.missing })}</p>
          </Notice>
        ) : null}
        {upsell && upsell.kind !== 'offer' ? <UpsellMessage upsell={upsell} /> : null}
        <Actions data={data} />
        <ReceiptView receipt={receipt} />
        {kind === 'paid' || kind === 'late' ? <p>{t('success.paid.mail', words)}</p> : null}
      </StatusPanel>
      {offer ? <UpsellOffer offer={offer} bought={receipt.product} /> : null}
    </div>
  );
}

/** What there is to know about the offer after this purchase, in a sentence and a way to it. */
function UpsellMessage({ upsell }: { readonly upsell: Exclude<SuccessUpsell, { readonly kind: 'offer' }> }) {
  const t = useWords();
  const { kind, product } = upsell;
  if (kind === 'bought') {
    return (
      <Notice kind="success">
        <p>{t('success.upsell.bought', { product })}</p>
      </Notice>
    );
  }
  const href = kind === 'open' ? upsell.pay : upsell.see;
  return (
    <Notice kind="info" title={t(`success.upsell.${kind}.title`, { product })}>
      <p>{t(`success.upsell.${kind}.text`, { product })}</p>
      <p>
        <a href={href}>{t(`success.upsell.${kind}.link`, { product })}</a>
      </p>
    </Notice>
  );
}

function Actions({ data }: { readonly data: SuccessData }) {
  const t = useWords();
  if (data.owed)
    return <ButtonLink href={data.owed.pay}>{t('success.partly-paid.pay', { missing: data.owed.missing })}</ButtonLink>;
  if (data.kind === 'refunded') return null;
  if (!data.display.displayAccessButton) {
    return (
      <ButtonLink href={data.school} look="secondary" rel="noreferrer">
        {t('success.school')}
      </ButtonLink>
    );
  }
  return (
    <form method="post" action={data.access}>
      <Button>{t('success.access')}</Button>
    </form>
  );
}
