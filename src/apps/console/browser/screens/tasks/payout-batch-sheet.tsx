import { useEffect, useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { PayoutBatch, PayoutResults } from '../../../routes/payouts/payouts.types.ts';
import type { PayoutDetail } from '../../../routes/tasks/tasks.types.ts';
import { ActSheet, SheetFailure } from '../../actions/act-sheet.tsx';
import { failureText } from '../../actions/problem-text.ts';
import { api } from '../../data/api.ts';
import { Field } from '../../parts/form/field.tsx';
import { LoadingRows } from '../../parts/loading-rows.tsx';
import { Money } from '../../parts/values/money.tsx';
import { moneyText } from '../../parts/values/money-text.ts';
import { PayoutAccount } from './payout-account.tsx';
import type { PayoutItem } from './payout-choice.ts';
import css from './tasks.module.css';

interface PayoutBatchSheetProps {
  /** All of one currency; at least one. */
  readonly payouts: readonly PayoutItem[];
  readonly onClose: (isDone: boolean) => void;
}

/** As the server reads a reference of several payouts. */
const reference = /^[\w.-]{6,32}$/;

/** What became of a payout: `null` where it was recorded, else the code of its failure. */
type Outcomes = ReadonlyMap<string, string | null>;

/** Records payouts that were paid at the bank together: each payer beside their account, the total, and one reference. */
export function PayoutBatchSheet({ payouts, onClose }: PayoutBatchSheetProps) {
  const t = useWords();
  const [typed, setTyped] = useState('');
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const { details, error } = usePayoutDetails(payouts);
  const given = typed.trim();
  const currency = payouts[0]?.currency ?? '';
  const payable = payouts.filter(({ id }) => isPayable(details?.get(id)) && outcomes.get(id) !== null);
  const total = payable.reduce((sum, { amount }) => sum + amount, 0);
  const hasRecorded = [...outcomes.values()].includes(null);
  const act = async (): Promise<string | null> => {
    const ids = payable.map(({ id }) => id);
    const { results } = await api.post<PayoutResults>('/payouts', { body: { ids, reference: given } });
    const now = new Map([...outcomes, ...results.map(({ id, failure }) => [id, failure] as const)]);
    setOutcomes(now);
    // Those that failed stay in the sheet, each with its cause.
    if (results.some(({ failure }) => failure !== null)) return null;
    return t('tasks.batch.recorded', { count: [...now.values()].filter((failure) => failure === null).length });
  };
  return (
    <ActSheet
      title={t('tasks.batch.title')}
      label={t('tasks.batch.do', { amount: moneyText(total, t.locale, currency) })}
      isReady={payable.length > 0 && reference.test(given)}
      onAct={act}
      onClose={(isDone) => onClose(isDone || hasRecorded)}
    >
      <p>{t('tasks.batch.text')}</p>
      <Field
        label={t('tasks.batch.reference')}
        hint={t('tasks.batch.reference.hint')}
        value={typed}
        onChange={setTyped}
        maxLength={32}
        isFirst
      />
      <p className={css['total']}>
        <span>{t('tasks.batch.total', { count: payable.length })}</span>
        <Money units={total} currency={currency} isMixed />
      </p>
      {error !== null && <SheetFailure error={error} />}
      {details === null && error === null && <LoadingRows rows={payouts.length} />}
      {details !== null && (
        <ul className={css['payouts']}>
          {payouts.map((payout) => (
            <PayoutRow
              key={payout.id}
              payout={payout}
              detail={details.get(payout.id)}
              outcome={outcomes.get(payout.id)}
            />
          ))}
        </ul>
      )}
    </ActSheet>
  );
}

/** Whether the money may be sent now: the account is known and off its hold, and no dispute has the money. */
function isPayable(detail: PayoutDetail | undefined): boolean {
  return detail?.to?.isPaused === false && detail.state === 'by-hand';
}

interface PayoutRowProps {
  readonly payout: PayoutItem;
  /** Absent where it has ended since it was chosen. */
  readonly detail: PayoutDetail | undefined;
  /** Absent while it was not sent. */
  readonly outcome: string | null | undefined;
}

function PayoutRow({ payout: { id, orderReference, amount, currency }, detail, outcome }: PayoutRowProps) {
  const t = useWords();
  const isLeftOut = outcome === undefined && !isPayable(detail);
  return (
    <li className={css['payout']} data-payout={id} data-outcome={outcome === null ? 'recorded' : outcome}>
      <p className={css['total']}>
        <span>{orderReference ?? id}</span>
        <Money units={amount} currency={currency} isMixed />
      </p>
      {outcome === null && <p role="status">{t('tasks.batch.row.recorded')}</p>}
      {typeof outcome === 'string' && (
        <p className={css['warning']} role="alert">
          {t('tasks.batch.row.failed', { cause: failureText(t, outcome) })}
        </p>
      )}
      {isLeftOut && (
        <p className={css['warning']}>
          {t(detail === undefined ? 'tasks.batch.row.ended' : 'tasks.batch.row.left-out')}
        </p>
      )}
      {detail !== undefined && outcome !== null && <PayoutAccount payout={detail} order={orderReference ?? id} />}
    </li>
  );
}

interface Details {
  readonly details: ReadonlyMap<string, PayoutDetail> | null;
  readonly error: unknown;
}

/** The accounts of the payouts, read once: each look is recorded. */
function usePayoutDetails(payouts: readonly PayoutItem[]): Details {
  const [state, setState] = useState<Details>({ details: null, error: null });
  const names = payouts.map(({ id }) => id).join(' ');
  useEffect(() => {
    const leaving = new AbortController();
    api.get<PayoutBatch>('/payouts', { query: { id: names.split(' ') }, signal: leaving.signal }).then(
      (batch) => setState({ details: new Map(batch.payouts.map(({ id, payout }) => [id, payout])), error: null }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setState({ details: null, error });
      },
    );
    return () => leaving.abort();
  }, [names]);
  return state;
}
