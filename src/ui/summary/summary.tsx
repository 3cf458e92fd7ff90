import { Icon } from '../icon/icon.tsx';
import { NoBreakWords } from '../layout/no-break-words.tsx';
import { PlanTerms } from './plan-terms.tsx';
import css from './summary.module.css';

/** Finished texts of a price: nothing here is computed. */
export interface SummaryView {
  readonly title: string;
  /** A sentence about the product, or null. */
  readonly description: string | null;
  /** The amount due now: the price, or the rest of it. */
  readonly total: string;
  /** "ou 12x de R$ 95,00 sem juros", or null. */
  readonly detail: string | null;
  /** Whether `detail` is about installments, which only some methods take: it is hidden while another is chosen. */
  readonly isDetailSplit?: boolean;
  /** "plano anual", beside the title; absent or null where no plan is bought. */
  readonly interval?: string | null;
  /** Months of access, whether and when it is charged again: one or two sentences. */
  readonly terms?: string | null;
  /** The list price of all lines together and what is saved on it, where it is above the price. */
  readonly standard?: { readonly amount: string; readonly saving: string } | null;
  readonly lines: readonly {
    readonly label: string;
    readonly amount: string;
    readonly standardAmount: string | null;
  }[];
  readonly discount: { readonly label: string; readonly amount: string } | null;
  /** Paid and reserved amounts of the price, each by itself, and the label of the rest; null while all of it is due. */
  readonly covered: {
    readonly parts: readonly { readonly label: string; readonly amount: string }[];
    readonly rest: string;
  } | null;
  /** Unfolded from the beginning on narrow screens, where a purchase begins. */
  readonly isOpen?: boolean;
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

/** Whether the price is that of one line, and its lines would only say it again. */
const isPlain = ({ lines, discount, covered }: SummaryView): boolean => lines.length === 1 && !discount && !covered;

/**
 * What is bought and what it costs, folded for narrow screens. Name, plan, price and what is charged later stay in sight;
 * what there is besides is folded under them.
 */
export function CollapsedSummary({ view, labels }: SummaryProps) {
  const { standard, description } = view;
  const hasLines = !isPlain(view) || (!standard && !description);
  return (
    <div className={css['folded']}>
      <details open={view.isOpen}>
        <summary className={css['head']}>
          <span>
            <span className="visually-hidden">{labels.heading}: </span>
            <strong>{view.title}</strong> {view.interval ? <small>{view.interval}</small> : null}
          </span>
          <Icon name="chevron" />
          <span className={css['sum']}>
            <b>{view.total}</b> <StandardPrice view={view} labels={labels} /> <Detail view={view} />
          </span>
        </summary>
        <div className="stack">
          {hasLines ? <Lines view={view} labels={labels} hasTotal /> : null}
          {standard ? <p className={css['saving']}>{standard.saving}</p> : null}
          {description ? <p className="fineprint">{description}</p> : null}
        </div>
      </details>
      <PlanTerms text={view.terms} />
    </div>
  );
}

/** The same in full: product, price in large figures, and how it comes about when that is not plain. */
export function ExpandedSummary({ view, labels }: SummaryProps) {
  return (
    <>
      <p className={css['title']}>
        <NoBreakWords text={view.title} />
      </p>
      {view.interval ? <p className={css['interval']}>{view.interval}</p> : null}
      <p className={css['price']}>
        {view.total} <StandardPrice view={view} labels={labels} />
      </p>
      <Detail view={view} />
      {view.standard ? <p className={css['saving']}>{view.standard.saving}</p> : null}
      <PlanTerms text={view.terms} />
      {view.description ? <p className={css['text']}>{view.description}</p> : null}
      {isPlain(view) ? null : <Lines view={view} labels={labels} hasTotal={view.covered !== null} />}
    </>
  );
}

function StandardPrice({ view, labels }: SummaryProps) {
  return view.standard ? (
    <s className={css['standard']}>
      <span className="visually-hidden">{labels.standard} </span>
      {view.standard.amount}
    </s>
  ) : null;
}

function Detail({ view }: Pick<SummaryProps, 'view'>) {
  if (!view.detail) return null;
  return <small className={`${css['detail']} ${view.isDetailSplit ? css['split'] : ''}`}>{view.detail}</small>;
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
      {view.covered?.parts.map(({ label, amount }) => (
        <div key={label} className={css['discount']}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      {hasTotal ? (
        <div className={css['total']}>
          <dt>{view.covered?.rest ?? labels.total}</dt>
          <dd>{view.total}</dd>
        </div>
      ) : null}
    </dl>
  );
}
