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
  /** By which the school finds that it was done; it names nobody. */
  readonly reference: string | null;
  readonly help: string;
}

/** The last word before an erasure: what goes, what stays, and that it cannot be undone. */
export function DataErasurePage({ data, form }: ViewProps<DataErasureData>) {
  const t = useWords();
  if (data.kind === 'done') {
    return (
      <StatusPanel kind="success" title={t('my-erasure.done.title')}>
        <p>{t('my-erasure.done.text')}</p>
        {data.reference ? <p>{t('my-erasure.done.reference', { reference: data.reference })}</p> : null}
        <ButtonLink href={data.help} look="secondary" target="_blank" rel="noopener noreferrer">
          {t('my-erasure.help')}
        </ButtonLink>
      </StatusPanel>
    );
  }
  const problem = form?.errors['form'];
  const missing = form?.errors['confirm'];
  return (
    <>
      <PageTitle title={t('my-erasure.title')} text={t('my-erasure.text', { email: data.email })} />
      <form method="post" className="stack">
        {problem ? (
          <Notice kind="error">
            <p>{t(problem)}</p>
          </Notice>
        ) : null}
        <ul className={css['effects']}>
          <li>{t('my-erasure.effect.data')}</li>
          <li>{t('my-erasure.effect.subscriptions')}</li>
          <li>{t('my-erasure.effect.papers')}</li>
          <li>{t('my-erasure.effect.law')}</li>
        </ul>
        <Checkbox name="confirm" defaultChecked={form?.values['confirm'] === 'yes'} error={missing ? t(missing) : null}>
          {t('my-erasure.confirm')}
        </Checkbox>
        <Button>{t('my-erasure.submit')}</Button>
        {data.back ? (
          <ButtonLink href={data.back} look="quiet">
            {t('my-erasure.back')}
          </ButtonLink>
        ) : null}
      </form>
    </>
  );
}
