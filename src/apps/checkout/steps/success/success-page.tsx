import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../web/page.ts';
import { ReceiptView } from './receipt.tsx';
import type { SuccessData, SuccessKind } from './success.types.ts';

const marks = { paid: 'success', late: 'success', 'partly-paid': 'clock', refunded: 'info' } as const satisfies Record<
  SuccessKind,
  string
>;

export function SuccessPage({ data }: ViewProps<SuccessData>) {
  const t = useWords();
  const { kind, display, receipt, owed, name } = data;
  const words = { name, product: receipt.product, email: data.email };
  return (
    <StatusPanel
      kind={marks[kind]}
      isPlain={!display.displayIcon}
      title={display.displayHeader ? t(`success.${kind}.title`, words) : receipt.product}
    >
      <p>{t(`success.${kind}.text`, words)}</p>
      {owed ? (
        <Notice kind="info">
          <p>{t('success.partly-paid.sums', { received: owed.received, missing: owed.missing })}</p>
        </Notice>
      ) : null}
      <Actions data={data} />
      <ReceiptView receipt={receipt} />
      {kind === 'paid' || kind === 'late' ? <p>{t('success.paid.mail', words)}</p> : null}
    </StatusPanel>
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
