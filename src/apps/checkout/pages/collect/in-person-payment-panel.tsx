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
      <h2 className={css['heading']}>{t('collect.payment.title', { code: claim.code })}</h2>
      <DetailList
        items={[
          { label: t('collect.payment.buyer'), value: claim.buyer },
          { label: t('collect.payment.amount'), value: claim.amount, isStrong: true },
          { label: t('collect.payment.method'), value: claim.method },
          { label: t('collect.until'), value: claim.until },
          ...claim.proof.map(({ name, text }) => ({ label: t(`collect.proof.${name}`), value: text })),
          ...(claim.held ? [{ label: t('collect.payment.held'), value: claim.held }] : []),
        ]}
      />
      <FormNotice message={error('form')} />
      {claim.state === 'open' ? <CollectForm {...own} /> : null}
      {claim.state === 'over' ? (
        <Notice kind="alert" title={t('collect.over.title')}>
          <p>{t('collect.over.text')}</p>
        </Notice>
      ) : null}
      {claim.state === 'returned' ? (
        <Notice kind="info" title={t('collect.returned.title')}>
          <p>{t('collect.returned.text')}</p>
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
      <summary>{t('collect.history')}</summary>
      <ol>
        {history.map(({ kind, at, who, amount }) => (
          <li key={`${kind} ${at}`}>
            {t(`collect.history.${kind}`)}
            {amount ? `, ${amount}` : ''}
            <span className={css['quiet']}>
              {at}, {who ?? t('collect.history.checkout')}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
