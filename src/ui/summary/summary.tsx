import { Icon } from '../icon/icon.tsx';
import css from './summary.module.css';

/** Finished texts of a price: nothing here is computed. */
export interface SummaryView {
  readonly title: string;
  /** What the buyer pays at once, or the first sum to look at. */
  readonly total: string;
  /** "12x de R$ 95,00 sem juros", "cobrado uma vez", … */
  readonly detail: string | null;
  readonly lines: readonly { readonly label: string; readonly amount: string; readonly standardAmount: string | null }[];
  readonly discount: { readonly label: string; readonly amount: string } | null;
}

export interface SummaryLabels {
  readonly heading: string;
  readonly total: string;
  readonly standard: string;
}

/** What is bought and what it costs. On a narrow screen it folds to one line that keeps the total in sight. */
export function Summary({ view, labels, isOpen = false }: { readonly view: SummaryView; readonly labels: SummaryLabels; readonly isOpen?: boolean }) {
  return (
    <details className={css['summary']} open={isOpen}>
      <summary className={css['head']}>
        <span className={css['heading']}>
          {labels.heading}
          <Icon name="chevron" />
        </span>
        <span className={css['headtotal']}>{view.total}</span>
      </summary>
      <SummaryBody view={view} labels={labels} />
    </details>
  );
}

/** The same without the fold, for wide screens and printed pages. */
export function SummaryBody({ view, labels }: { readonly view: SummaryView; readonly labels: SummaryLabels }) {
  return (
    <dl className={css['lines']}>
      {view.lines.map((line) => (
        <div className={css['line']} key={line.label}>
          <dt>{line.label}</dt>
          <dd>
            {line.standardAmount ? (
              <s>
                <span className="visually-hidden">{labels.standard} </span>
                {line.standardAmount}
              </s>
            ) : null}
            {line.amount}
          </dd>
        </div>
      ))}
      {view.discount ? (
        <div className={`${css['line']} ${css['discount']}`}>
          <dt>{view.discount.label}</dt>
          <dd>{view.discount.amount}</dd>
        </div>
      ) : null}
      <div className={css['total']}>
        <dt>{labels.total}</dt>
        <dd>
          <strong>{view.total}</strong>
          {view.detail ? <small>{view.detail}</small> : null}
        </dd>
      </div>
    </dl>
  );
}
