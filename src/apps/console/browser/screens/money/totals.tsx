import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { Figures } from '../../../routes/figures/figures.types.ts';
import { countText, moneyText } from '../../parts/values/money-text.ts';
import { type FigureSearch, figureSearch } from './figure-search.ts';
import css from './totals.module.css';

interface TotalsProps {
  readonly figures: Figures;
  readonly search: FigureSearch;
}

/** What came in, went back and stays, by currency; each figure says what it is and opens its lines. */
export function Totals({ figures: { totals, surplusOwed }, search }: TotalsProps) {
  const t = useWords();
  const rows = `/money/lines${figureSearch.write({ ...search, by: 'brand' })}`;
  return totals.map(({ currency, moneyIn, back, net, lines }) => {
    const owed = surplusOwed.find((one) => one.currency === currency)?.amount ?? 0;
    const figures = [
      ['in', moneyIn],
      ['back', -back],
      ['net', net],
      ['owed', owed],
    ] as const;
    return (
      <section key={currency} className={css['totals']} aria-label={t('money.totals', { currency })}>
        <p className={css['currency']}>
          {currency}
          <Link to={rows} className={css['lines']}>
            {t('money.lines', { count: lines, text: countText(lines, t.locale) })}
          </Link>
        </p>
        <dl className={css['list']}>
          {figures.map(([name, amount]) => (
            <div key={name}>
              <dt>
                <button type="button" className={css['name']} data-tip={t(`money.${name}.definition`)}>
                  {t(`money.${name}`)}
                </button>
              </dt>
              <dd className={css['amount']}>
                <Link to={rows}>{moneyText(amount, t.locale)}</Link>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });
}
