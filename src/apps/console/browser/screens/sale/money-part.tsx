import { useWords } from '#src/ui/words/words-context.tsx';
import type { SaleAnswer } from '../../../routes/sale/sale.types.ts';
import type { ChargeDocument } from '../../../routes/charges/charges.types.ts';
import { problemText } from '../../actions/problem-text.ts';
import { api } from '../../data/api.ts';
import { base64File, saveFile } from '../../data/save-file.ts';
import { announce } from '../../parts/announce.ts';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { Money } from '../../parts/values/money.tsx';
import { StateWord, type Tone } from '../../parts/values/state-word.tsx';
import { useSale } from './sale-context.tsx';
import css from './money-part.module.css';
import side from './side-part.module.css';
import { SidePart, SideRow } from './side-part.tsx';
import { unitsOf, wordOf } from './value-text.ts';

type Sale = SaleAnswer['sale'];

const toneOf: Readonly<Record<string, Tone>> = {
  captured: 'ok',
  authorized: 'waits',
  'awaiting-buyer': 'waits',
  processing: 'waits',
  created: 'waits',
  unknown: 'needs',
};

/** What of a tender was taken, and what of it went back, in minor units. */
function flowOf({ attempts, ledger }: Sale, tenderId: string): { readonly taken: number; readonly back: number } {
  const ids = new Set(attempts.filter((one) => one.tenderId === tenderId).map(({ id }) => id));
  let taken = 0;
  let back = 0;
  for (const { attemptId, kind, amount } of ledger) {
    if (!ids.has(attemptId)) continue;
    if (kind.startsWith('capture-') || kind.startsWith('dispute-won-')) taken += unitsOf(amount);
    else back += unitsOf(amount);
  }
  return { taken, back };
}

/** Money per tender with a bar, and its attempts; then what was asked back. */
export function MoneyPart() {
  const t = useWords();
  const { sale } = useSale();
  const { order, tenders, attempts, exceptions } = sale;
  return (
    <SidePart
      title={t('sale.money')}
      aside={t('sale.money.in', { currency: order.currency })}
      empty={t('sale.money.none')}
      isEmpty={tenders.length === 0}
    >
      {tenders.map((tender) => {
        const { taken, back } = flowOf(sale, tender.id);
        const asked = unitsOf(tender.principal) + unitsOf(tender.interest);
        return (
          <div key={tender.id} className={css['tender']}>
            <SideRow what={<strong>{wordOf(t, 'method', tender.method)}</strong>}>
              <Money units={taken - back} currency={order.currency} />
            </SideRow>
            <meter
              className={css['bar']}
              min={0}
              max={Math.max(asked, taken, 1)}
              value={taken - back}
              aria-label={t('sale.money.bar', { method: wordOf(t, 'method', tender.method) })}
            />
            <p className={css['meta']}>
              {t('sale.money.asked')} <Money units={asked} currency={order.currency} />
              {tender.installments > 1 && ` · ${t('sale.money.installments', { count: tender.installments })}`}
              {back > 0 && (
                <>
                  {` · ${t('sale.money.back')} `}
                  <Money units={-back} currency={order.currency} />
                </>
              )}
            </p>
            {attempts
              .filter((one) => one.tenderId === tender.id)
              .map((one) => (
                <Attempt key={one.id} attempt={one} />
              ))}
          </div>
        );
      })}
      {exceptions
        .filter(({ state }) => state === 'open')
        .map(({ id, kind, amount }) => (
          <SideRow key={id} what={<StateWord tone="needs">{t(`sale.exception.${kind}`)}</StateWord>}>
            <Money units={unitsOf(amount)} currency={order.currency} />
          </SideRow>
        ))}
    </SidePart>
  );
}

function Attempt({ attempt }: { readonly attempt: Sale['attempts'][number] }) {
  const t = useWords();
  const { id, number, state, declineCode, declineRaw, gateway, reference, last4, cardBrand, inPersonCode } = attempt;
  const { files, may } = useSale();
  const card = last4 === null ? '' : ` ${cardBrand ?? ''} •••• ${last4}`;
  return (
    <SideRow
      what={
        <>
          {t('sale.attempt', { number })}
          {card}
        </>
      }
      more={
        <>
          {gateway}
          {declineCode !== null && ` · ${wordOf(t, 'decline', declineCode)}`}
          {declineRaw !== null && ` (${declineRaw})`}{' '}
          {reference !== null && <CopyableId value={reference} name={t('sale.company-reference')} isShort />}{' '}
          {inPersonCode !== null && <CopyableId value={inPersonCode} name={t('sale.collection-code')} />}{' '}
          <CopyableId value={id} name={t('sale.link.attempt')} isShort />
          {may.includes('code.renew') &&
            files.filter(({ attemptId }) => attemptId === id).map((one) => <Download key={one.fileName} {...one} />)}
        </>
      }
    >
      <StateWord tone={toneOf[state] ?? 'quiet'}>{t(`sale.moved.${state}`)}</StateWord>
    </SideRow>
  );
}

/** A file of a charge, as its buyer gets it: saved here, to be sent on. */
function Download({ attemptId, fileName }: SaleAnswer['files'][number]) {
  const t = useWords();
  const save = async (): Promise<void> => {
    const path = `/charges/${attemptId}/documents/${encodeURIComponent(fileName)}`;
    const { contentType, base64 } = await api.post<ChargeDocument>(path);
    saveFile(base64File(base64, contentType), fileName);
    announce(t('sale.file.saved', { name: fileName }));
  };
  return (
    <>
      {' · '}
      <button
        type="button"
        className={side['link']}
        onClick={() => void save().catch((error: unknown) => announce(problemText(t, error)))}
      >
        {t('sale.file.save', { name: fileName })}
      </button>
    </>
  );
}
