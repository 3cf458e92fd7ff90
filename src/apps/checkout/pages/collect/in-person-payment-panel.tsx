import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { DetailList } from '#src/ui/layout/detail-list.tsx';
import type { FormState } from '../../framework/page.ts';
import { CollectForm } from './collect-form.tsx';
import { RefundForm } from './refund-form.tsx';
import type { InPersonPaymentView } from './collect.types.ts';
import css from './collect.module.css';

/** What the forms of a claim have in common. */
export interface InPersonFormProps {
  readonly claim: InPersonPaymentView;
  /** Address that the form is posted to: the page with this claim. */
  readonly action: string;
  readonly value: (field: string) => string | undefined;
  readonly error: (field: string) => string | null;
}

interface InPersonPaymentPanelProps {
  readonly claim: InPersonPaymentView;
  readonly here: string;
  readonly form: FormState | null;
}

/** One claim: what it is, what can be done about it, and what was done. */
export function InPersonPaymentPanel({ claim, here, form }: InPersonPaymentPanelProps) {
  const t = useWords();
  const error = (field: string): string | null => {
    const key = form?.errors[field];
    return key === undefined ? null : t(key);
  };
  const own: InPersonFormProps = {
    claim,
    action: `${here}?${new URLSearchParams({ claim: claim.id }).toString()}`,
    value: (field) => form?.values[field],
    error,
  };
  return (
    <section className="stack">
      <h2 className={css['heading']}>{t('unit.claim.title', { code: claim.code })}</h2>
      <DetailList
        items={[
          { label: t('unit.claim.buyer'), value: claim.buyer },
          { label: t('unit.claim.amount'), value: claim.amount, isStrong: true },
          { label: t('unit.claim.method'), value: claim.method },
          { label: t('unit.until'), value: claim.until },
          ...claim.proof.map(({ name, text }) => ({ label: t(`unit.proof.${name}`), value: text })),
          ...(claim.held ? [{ label: t('unit.claim.held'), value: claim.held }] : []),
        ]}
      />
      <FormNotice message={error('form')} />
      {claim.state === 'open' ? <CollectForm {...own} /> : null}
      {claim.state === 'over' ? (
        <Notice kind="alert" title={t('unit.over.title')}>
          <p>{t('unit.over.text')}</p>
        </Notice>
      ) : null}
      {claim.state === 'returned' ? (
        <Notice kind="info" title={t('unit.returned.title')}>
          <p>{t('unit.returned.text')}</p>
        </Notice>
      ) : null}
      {claim.state === 'taken' ? <RefundForm {...own} /> : null}
      <History claim={claim} />
    </section>
  );
}

function History({ claim: { history } }: { readonly claim: InPersonPaymentView }) {
  const t = useWords();
  return (
    <details className={css['history']}>
      <summary>{t('unit.history')}</summary>
      <ol>
        {history.map(({ kind, at, who, amount }) => (
          <li key={`${kind} ${at}`}>
            {t(`unit.history.${kind}`)}
            {amount ? `, ${amount}` : ''}
            <span className={css['quiet']}>
              {at}, {who ?? t('unit.history.checkout')}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
