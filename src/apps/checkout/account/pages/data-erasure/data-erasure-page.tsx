import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { Checkbox } from '#src/ui/choice/checkbox.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '#src/apps/checkout/framework/page.ts';
import css from './data-erasure.module.css';

export interface DataErasureData {
  readonly kind: 'ask' | 'done';
  readonly email: string;
  readonly back: string | null;
  /** Reference by which the school finds the erasure; it contains no personal data. */
  readonly reference: string | null;
  readonly help: string;
}

/** Confirms an erasure: which data is erased, which is retained, and that erasure is final. */
export function DataErasurePage({ data, form }: ViewProps<DataErasureData>) {
  const t = useWords();
  if (data.kind === 'done') {
    return (
      <StatusPanel kind="success" title={t('data-erasure.done.title')}>
        <p>{t('data-erasure.done.text')}</p>
        {data.reference ? <p>{t('data-erasure.done.reference', { reference: data.reference })}</p> : null}
        <ButtonLink href={data.help} look="secondary" target="_blank" rel="noopener noreferrer">
          {t('data-erasure.help')}
        </ButtonLink>
      </StatusPanel>
    );
  }
  const problem = form?.errors['form'];
  const missing = form?.errors['confirm'];
  return (
    <>
      <PageTitle title={t('data-erasure.title')} text={t('data-erasure.text', { email: data.email })} />
      <form method="post" className="stack">
        {problem ? (
          <Notice kind="error">
            <p>{t(problem)}</p>
          </Notice>
        ) : null}
        <ul className={css['effects']}>
          <li>{t('data-erasure.effect.data')}</li>
          <li>{t('data-erasure.effect.subscriptions')}</li>
          <li>{t('data-erasure.effect.documents')}</li>
          <li>{t('data-erasure.effect.law')}</li>
        </ul>
        <Checkbox name="confirm" defaultChecked={form?.values['confirm'] === 'yes'} error={missing ? t(missing) : null}>
          {t('data-erasure.confirm')}
        </Checkbox>
        <Button>{t('data-erasure.submit')}</Button>
        {data.back ? (
          <ButtonLink href={data.back} look="quiet">
            {t('data-erasure.back')}
          </ButtonLink>
        ) : null}
      </form>
    </>
  );
}
