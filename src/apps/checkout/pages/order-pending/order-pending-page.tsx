import { useEffect } from 'react';
import { railSuccesses } from '#src/rails/registry.success.generated.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import type { RailSuccessView } from '#src/ui/payment/rail-views.ts';
import { sessionStore } from '#src/ui/storage/session-store.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { SplitStatusList } from '../../site/order-status/split-status.tsx';
import { useOrderWatch } from '../../site/order-status/use-order-watch.ts';
import type { ViewProps } from '../../framework/page.ts';
import type { OrderPendingData } from '../../site/order-status/order-pending.types.ts';

const rails: Readonly<Record<string, RailSuccessView>> = railSuccesses;

export function OrderPendingPage({ data }: ViewProps<OrderPendingData>) {
  const t = useWords();
  useOrderWatch(data.watch);
  const { SuccessPanel: Panel, isHandedOver = false } = rails[data.rail] ?? {};
  useEffect(() => sessionStore.write('isPaymentInPerson', isHandedOver), [isHandedOver]);
  const own = `success.${data.rail}.awaiting`;
  const title = data.display.displayHeader
    ? t(t.has(own) ? own : 'awaiting.title', { until: data.until })
    : t('awaiting.plain');
  return (
    <StatusPanel kind="clock" isPlain={!data.display.displayIcon} title={title}>
      <p>{t('awaiting.text', { email: data.email })}</p>
      {data.terms ? <p className="fineprint">{data.terms}</p> : null}
      {data.parts ? <SplitStatusList status={data.parts} /> : null}
      {Panel ? (
        <Panel
          instructions={data.instructions}
          amount={data.amount}
          state="open"
          documents={data.documents}
          payee={data.payee}
        />
      ) : null}
      {data.other ? (
        <p className="fineprint">
          <a href={data.other}>{t('awaiting.other')}</a>
        </p>
      ) : null}
    </StatusPanel>
  );
}
