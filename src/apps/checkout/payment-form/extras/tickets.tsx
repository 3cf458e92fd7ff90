import { Icon } from '#src/ui/icon/icon.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { OfferedLot } from '../payment.types.ts';
import css from '../tickets/ticket-lots.module.css';

/** The ticket lots of an event: the one of this payment is highlighted, beside past and future ones. */
function TicketLots({ lots }: { readonly lots: readonly OfferedLot[] }) {
  const t = useWords();
  if (lots.length === 0) return null;
  return (
    <section aria-labelledby="tickets-title">
      <h2 id="tickets-title" className={css['title']}>
        {t('payment.tickets.title')}
      </h2>
      <ul className={css['lots']}>
        {lots.map(({ name, price, standing, note, isScarce }) => (
          <li key={name} className={css[standing]} aria-current={standing === 'bought' || undefined}>
            {standing === 'bought' ? <Icon name="success" /> : null}
            <span className={css['lot']}>
              {name}
              <small className={isScarce ? css['scarce'] : undefined}>{note}</small>
            </span>
            {standing === 'gone' ? <s>{price}</s> : <span>{price}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The ticket lots of an event, where tickets are sold. */
export const paymentExtra = TicketLots;
