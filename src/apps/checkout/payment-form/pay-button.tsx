import { Button } from '#src/ui/button/button.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { PlanTerms } from '#src/ui/summary/plan-terms.tsx';
import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { withoutVoucher } from './form-fields.ts';
import type { OfferedMethod, PaymentData } from './payment.types.ts';
import css from './payment.module.css';

interface PayLabel {
  readonly data: PaymentData;
  /** The selected method; undefined when nothing is due. */
  readonly offered: OfferedMethod | undefined;
  /** The button's label for a split, if its parts set one. */
  readonly parts: string | null;
  readonly amount: string;
  readonly isInInstallments: boolean;
}

/** The label of the pay button. */
export function payLabel(t: Translator, { data, offered, parts, amount, isInInstallments }: PayLabel): string {
  if (data.trial?.start) return data.trial.start;
  if (data.split) return parts ?? t('payment.split.pay', { count: data.split.parts.length, amount });
  if (!offered) return t('payment.free.confirm');
  return t(isInInstallments ? 'payment.pay' : `method.${offered.rail}.pay`, { amount });
}

/** The purchase, its later charges and the access address, shown again above the button with a link to correct them. */
export function BeforePaying({ data: { terms, contact } }: { readonly data: PaymentData }) {
  const t = useWords();
  if (!terms && !contact) return null;
  return (
    <div className="fineprint">
      <PlanTerms text={terms} />
      {contact ? (
        <p>
          {t('payment.contact', { email: contact.email })} <a href={contact.change}>{t('payment.contact.change')}</a>
        </p>
      ) : null}
    </div>
  );
}

interface PayButtonProps {
  readonly label: string;
  /** The selected installments, shown under the total; null without installments. */
  readonly times: string | null;
  /** Why the voucher in its field is not applied; null when this button tried none. */
  readonly unapplied: string | null;
  readonly amount: string;
  readonly isBusy: boolean;
}

/** The pay button, and the one that pays without a voucher that could not be applied. */
export function PayButton({ label, times, unapplied, amount, isBusy }: PayButtonProps) {
  const t = useWords();
  return (
    <>
      <Button isBusy={isBusy}>
        <span>
          {label}
          {times === null ? null : (
            <>
              {' '}
              <small className={css['times']}>{t('payment.pay.times', { times })}</small>
            </>
          )}
        </span>
      </Button>
      {unapplied === null ? null : (
        <Notice kind="alert">
          <p role="alert">{t(unapplied)}</p>
          <Button look="secondary" name="intent" value={withoutVoucher} isBusy={isBusy}>
            {t('payment.voucher.without', { amount })}
          </Button>
        </Notice>
      )}
    </>
  );
}
