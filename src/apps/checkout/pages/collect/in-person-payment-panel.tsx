import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { DetailList } from '#src/ui/layout/detail-list.tsx';
import type { FormState } from '../../framework/page.ts';
import { CollectForm } from './collect-form.tsx';
import { RefundForm } from './refund-form.tsx';
import { paymentQuery, type InPersonPaymentView } from './collect.types.ts';
import css from './collect.module.css';

/** Props of every form of a payment. */
export interface InPersonFormProps {
  readonly payment: InPersonPaymentView;
  /** Address of the form: the page with this payment. */
  readonly action: string;
  readonly value: (field: string) => string | undefined;
  readonly error: (field: string) => string | null;
}

interface InPersonPaymentPanelProps {
  readonly payment: InPersonPaymentView;
  readonly here: string;
  readonly form: FormState | null;
}

/** An in-person payment: its data, its actions, and the last action. */
export function InPersonPaymentPanel({ payment, here, form }: InPersonPaymentPanelProps) {
  const t = useWords();
  const error = (field: string): string | null => {
    const key = form?.errors[field];
    return key === undefined ? null : t(key);
  };
  const own: InPersonFormProps = {
    payment,
    action: `${here}?${new URLSearchParams({ [paymentQuery]: payment.id }).toString()}`,
    value: (field) => form?.values[field],
    error,
  };
  return (
    <section className="stack">
      <h2 className={css['heading']}>{t('collect.payment.title', { code: payment.code })}</h2>
      <DetailList
        items={[
          { label: t('collect.payment.buyer'), value: payment.buyer },
          { label: t('collect.payment.amount'), value: payment.amount, isStrong: true },
          { label: t('collect.payment.method'), value: payment.method },
          { label: t('collect.until'), value: payment.until },
          ...payment.proof.map(({ name, text }) => ({ label: t(`collect.proof.${name}`), value: text })),
          ...(payment.held ? [{ label: t('collect.payment.held'), value: payment.held }] : []),
        ]}
      />
      <FormNotice message={error('form')} />
      {payment.state === 'open' ? <CollectForm {...own} /> : null}
      {payment.state === 'over' ? (
        <Notice kind="alert" title={t('collect.over.title')}>
          <p>{t('collect.over.text')}</p>
        </Notice>
      ) : null}
      {payment.state === 'returned' ? (
        <Notice kind="info" title={t('collect.returned.title')}>
          <p>{t('collect.returned.text')}</p>
        </Notice>
      ) : null}
      {payment.state === 'taken' ? <RefundForm {...own} /> : null}
      <History payment={payment} />
    </section>
  );
}

function History({ payment: { history } }: { readonly payment: InPersonPaymentView }) {
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
