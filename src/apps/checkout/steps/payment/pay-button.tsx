import { Button } from '#src/ui/button/button.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { withoutVoucher } from './payment-form.ts';
import css from './payment.module.css';

interface PayButtonProps {
  readonly label: string;
  /** The installments that were chosen, which stand under the total; null where it is paid at once. */
  readonly times: string | null;
  /** Why the voucher in its field is not applied; null where none was tried with this button. */
  readonly unapplied: string | null;
  readonly amount: string;
  readonly isBusy: boolean;
}

/** The button that pays, and the one that pays although a voucher could not be applied. */
export function PayButton({ label, times, unapplied, amount, isBusy }: PayButtonProps) {
  const t = useWords();
  return (
    <>
      <Button isBusy={isBusy}>
        {label}
        {times === null ? null : (
          <>
            {' '}
            <small className={css['times']}>{t('payment.pay.times', { times })}</small>
          </>
        )}
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
