import { Button } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { useCheckout } from '../../framework/checkout-context.tsx';
import type { ViewProps } from '../../framework/page.ts';
import type { ConsentData } from './consent.types.ts';

export function ConsentPage({ data: { answer } }: ViewProps<ConsentData>) {
  const t = useWords();
  const { brandName } = useCheckout();
  return (
    <StatusPanel kind="info" title={t('consent.title')}>
      <p>{t('consent.text', { brand: brandName })}</p>
      <p>{t('consent.needed')}</p>
      <p>
        <strong>{t(`consent.state.${answer}`)}</strong>
      </p>
      <form className="stack" method="post">
        <input type="hidden" name="to" value="/consent" />
        <p>
          <Button look="secondary" name="choice" value="no">
            {t('consent.no')}
          </Button>
        </p>
        <p>
          <Button look="secondary" name="choice" value="yes">
            {t('consent.yes')}
          </Button>
        </p>
      </form>
    </StatusPanel>
  );
}
