import { useWords } from '#src/ui/words/words-context.tsx';
import { railSuccesses } from '#src/rails/registry.success.generated.tsx';
import type { RailSuccessView } from '#src/ui/payment/rail-views.ts';
import css from './receipt.module.css';
import type { Receipt, ReceiptPayment } from './success.types.ts';

const rails: Readonly<Record<string, RailSuccessView>> = railSuccesses;

/** The items of an order and its payments. */
export function ReceiptView({ receipt }: { readonly receipt: Receipt }) {
  const t = useWords();
  return (
    <>
      <dl className={css['receipt']}>
        <Line label={t('success.receipt.number')} value={receipt.number} />
        <Line label={t('success.receipt.product')} value={receipt.product} />
        {receipt.locations.map(({ kind, name, address }) => (
          <Line key={kind} label={t(`success.receipt.${kind}`)} value={name} more={address} />
        ))}
        {receipt.lines.map(({ label, amount }) => (
          <Line key={label} label={label} value={amount} />
        ))}
        {receipt.payments.map((payment, index) => (
          <PaymentLine key={index} payment={payment} />
        ))}
        {receipt.paidAt ? <Line label={t('success.receipt.paid-at')} value={receipt.paidAt} /> : null}
        <Line label={t('success.receipt.total')} value={receipt.total} />
      </dl>
      {receipt.documents.length > 0 ? (
        <ul className={css['papers']}>
          {receipt.documents.map(({ kind, href }) => (
            <li key={kind}>
              <a href={href}>{t(`success.paper.${kind}`)}</a>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function PaymentLine({ payment }: { readonly payment: ReceiptPayment }) {
  const t = useWords();
  const how = rails[payment.rail]?.summaryLine?.(payment.kept, t) ?? t('success.receipt.payment');
  const split = payment.installments > 1 ? t('success.receipt.installments', { count: payment.installments }) : '';
  return <Line label={split ? `${how}, ${split}` : how} value={payment.amount} />;
}

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly more?: string;
}

function Line({ label, value, more }: LineProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value}
        {more ? <span>{more}</span> : null}
      </dd>
    </div>
  );
}
