import { Button } from '#src/ui/button/button.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { SelectField } from '#src/ui/field/select-field.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { InPersonFormProps } from './in-person-payment-panel.tsx';
import type { RefundRequestView } from './collect.types.ts';
import css from './collect.module.css';

/** Refunds an in-person payment: one staff member requests it, another one approves it. */
export function RefundForm(props: InPersonFormProps) {
  const { refund } = props.payment;
  return refund ? <RefundDecisionForm {...props} refund={refund} /> : <RefundRequestForm {...props} />;
}

function RefundRequestForm({ payment, action, value, error }: InPersonFormProps) {
  const t = useWords();
  return (
    <details className={css['history']} open={error('reason') !== null || error('amount') !== null}>
      <summary>{t('collect.return.title')}</summary>
      <form method="post" action={action} className="stack">
        <p>{t('collect.return.text')}</p>
        <SelectField
          name="reason"
          label={t('collect.return.reason')}
          autoComplete="off"
          options={payment.reasons.map((reason) => ({ value: reason, label: t(`collect.reason.${reason}`) }))}
          emptyLabel={t('collect.return.choose')}
          defaultValue={value('reason') ?? ''}
          error={error('reason')}
        />
        <TextField
          name="amount"
          label={t('collect.return.amount')}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={value('amount') ?? payment.held ?? ''}
          error={error('amount')}
        />
        <Button name="intent" value="ask" look="secondary">
          {t('collect.return.submit')}
        </Button>
      </form>
    </details>
  );
}

function RefundDecisionForm({ action, refund }: InPersonFormProps & { readonly refund: RefundRequestView }) {
  const t = useWords();
  const { id, amount, reason, by, isOwn } = refund;
  const who = by ?? t('collect.history.checkout');
  return (
    <Notice kind="alert" title={t('collect.decide.title', { amount })}>
      <p>{t('collect.decide.text', { who, reason: t(`collect.reason.${reason}`) })}</p>
      {isOwn ? (
        <p>{t('collect.decide.own')}</p>
      ) : (
        <form method="post" action={action} className={css['decision']}>
          <input type="hidden" name="reversal" value={id} />
          <Button name="intent" value="approve">
            {t('collect.decide.approve')}
          </Button>
          <Button name="intent" value="refuse" look="secondary">
            {t('collect.decide.refuse')}
          </Button>
        </form>
      )}
    </Notice>
  );
}
