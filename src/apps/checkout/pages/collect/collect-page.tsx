import { Button } from '#src/ui/button/button.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { InPersonPaymentPanel } from './in-person-payment-panel.tsx';
import type { InPersonPaymentLine, CollectData } from './collect.types.ts';
import css from './collect.module.css';

/** The page of a unit: the selected payment, and lists of open and paid ones. */
export function CollectPage({ data, form }: ViewProps<CollectData>) {
  const t = useWords();
  const { person, unit, here, done, payment, open, taken } = data;
  const error = (field: string): string | null => {
    const key = form?.errors[field];
    return key === undefined ? null : t(key);
  };
  return (
    <>
      <PageTitle title={t('collect.title', { unit })} text={t('collect.person', { person })} />
      <div className="stack">
        {done ? (
          <Notice kind="success" title={t(`collect.done.${done}.title`)}>
            <p>{t(`collect.done.${done}.text`)}</p>
          </Notice>
        ) : null}
        {payment ? (
          <>
            <InPersonPaymentPanel key={payment.id} payment={payment} here={here} form={form} />
            <p>
              <a href={here}>{t('collect.back')}</a>
            </p>
          </>
        ) : (
          <>
            <form method="post" action={here} className="stack">
              <FormNotice message={error('form')} />
              <TextField
                name="code"
                label={t('collect.find.label')}
                hint={t('collect.find.hint')}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                defaultValue={form?.values['code'] ?? ''}
                error={error('code')}
              />
              <Button name="intent" value="find">
                {t('collect.find.submit')}
              </Button>
            </form>
            <PaymentList
              title={t('collect.open.title')}
              none={t('collect.open.none')}
              until={t('collect.until-day')}
              payments={open}
            />
            <PaymentList
              title={t('collect.taken.title')}
              none={t('collect.taken.none')}
              until={t('collect.paid-on')}
              payments={taken}
            />
          </>
        )}
      </div>
    </>
  );
}

interface PaymentListProps {
  readonly title: string;
  readonly none: string;
  /** The label of a line's date. */
  readonly until: string;
  readonly payments: readonly InPersonPaymentLine[];
}

function PaymentList({ title, none, until, payments }: PaymentListProps) {
  return (
    <section>
      <h2 className={css['heading']}>{title}</h2>
      {payments.length === 0 ? (
        <p className="fineprint">{none}</p>
      ) : (
        <ul className={css['list']}>
          {payments.map(({ href, code, buyer, amount, method, day }) => (
            <li key={code}>
              <a href={href} className={css['line']}>
                <span className={css['code']}>{code}</span>
                <span className={css['amount']}>{amount}</span>
                <span>{buyer}</span>
                <span className={css['quiet']}>
                  {method}, {until} {day}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
