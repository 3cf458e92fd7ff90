import { Icon } from '../icon/icon.tsx';
import { WholeWords } from '../layout/whole-words.tsx';
import css from './summary.module.css';

/** Finished texts of a price: nothing here is computed. */
export interface SummaryView {
  readonly title: string;
  /** A sentence about what is sold, or null. */
  readonly description: string | null;
  /** What the buyer pays at once: the price, or what is left of it. */
  readonly total: string;
  /** "ou 12x de R$ 95,00 sem juros", or null. */
  readonly detail: string | null;
  readonly lines: readonly {
    readonly label: string;
    readonly amount: string;
    readonly standardAmount: string | null;
  }[];
  readonly discount: { readonly label: string; readonly amount: string } | null;
  /** What has come of the price and what is kept of it, each by itself, and how the rest is called; null while all of it is to be paid. */
  readonly come: {
    readonly parts: readonly { readonly label: string; readonly amount: string }[];
    readonly rest: string;
  } | null;
}

export interface SummaryLabels {
  readonly heading: string;
  readonly total: string;
  readonly standard: string;
}

interface SummaryProps {
  readonly view: SummaryView;
  readonly labels: SummaryLabels;
}

/** What is bought and what it costs, folded to one line that keeps the total in sight: for narrow screens. */
export function FoldedSummary({ view, labels }: SummaryProps) {
  return (
    <details className={css['folded']}>
      <summary>
        {labels.heading}
        <Icon name="chevron" />
        <b>{view.total}</b>
      </summary>
      <Lines view={view} labels={labels} hasTotal />
    </details>
  );
}

/** The same in full: product, price in large figures, and how it comes about when that is not plain. */
export function OpenSummary({ view, labels }: SummaryProps) {
  const isPlain = view.lines.length === 1 && !view.discount && !view.come && !view.lines[0]?.standardAmount;
  return (
    <>
      <p className={css['title']}>
        <WholeWords text={view.title} />
      </p>
      <p className={css['price']}>{view.total}</p>
      {view.detail ? <p className={css['detail']}>{view.detail}</p> : null}
      {view.description ? <p className={css['text']}>{view.description}</p> : null}
      {isPlain ? null : <Lines view={{ ...view, detail: null }} labels={labels} hasTotal={view.come !== null} />}
    </>
  );
}

function Lines({ view, labels, hasTotal }: SummaryProps & { readonly hasTotal: boolean }) {
  return (
    <dl className={css['lines']}>
      {view.lines.map((line) => (
        <div key={line.label}>
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
        <div className={css['discount']}>
          <dt>{view.discount.label}</dt>
          <dd>{view.discount.amount}</dd>
        </div>
      ) : null}
      {view.come?.parts.map(({ label, amount }) => (
        <div key={label} className={css['discount']}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      {hasTotal ? (
        <div className={css['total']}>
          <dt>{view.come?.rest ?? labels.total}</dt>
          <dd>
            {view.total}
            {view.detail ? <small>{view.detail}</small> : null}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
