import { Button } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { NoBreakWords } from '#src/ui/layout/no-break-words.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { ReceiptView } from '../../site/receipt/receipt.tsx';
import type { Receipt } from '../../site/receipt/success.types.ts';
import css from './success-upsell.module.css';

/** Two purchases that belong together: the flow's own, and what was offered after it. */
export interface SuccessUpsellData {
  readonly name: string;
  readonly email: string;
  readonly main: Receipt;
  readonly upsell: Receipt;
  /** Where the access buttons post. */
  readonly access: string;
}

export function SuccessUpsellPage({ data }: ViewProps<SuccessUpsellData>) {
  const t = useWords();
  const { name, email, main, upsell } = data;
  const words = { name, email, product: main.product, upsell: upsell.product };
  return (
    <div className="stack">
      <StatusPanel kind="success" title={t('success-upsell.title', words)}>
        <p>{t('success-upsell.text', words)}</p>
        <p>{t('success-upsell.mail', words)}</p>
      </StatusPanel>
      <Purchase receipt={main} access={data.access} purchase="main" />
      <Purchase receipt={upsell} access={data.access} purchase="upsell" />
    </div>
  );
}

interface PurchaseProps {
  readonly receipt: Receipt;
  readonly access: string;
  readonly purchase: 'main' | 'upsell';
}

function Purchase({ receipt, access, purchase }: PurchaseProps) {
  const t = useWords();
  return (
    <section className={css['purchase']} aria-labelledby={`purchase-${purchase}`}>
      <h2 id={`purchase-${purchase}`}>
        <NoBreakWords text={receipt.product} />
      </h2>
      <ReceiptView receipt={receipt} />
      <form method="post" action={access}>
        <input type="hidden" name="purchase" value={purchase} />
        <Button look={purchase === 'main' ? 'primary' : 'secondary'}>
          {t('success-upsell.access', { product: receipt.product })}
        </Button>
      </form>
    </section>
  );
}
