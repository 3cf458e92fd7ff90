import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { PersonPage } from '../../../routes/people/people.types.ts';
import { api } from '../../data/api.ts';
import { brandName } from '../../data/brand-name.ts';
import { useMe } from '../../data/me-context.tsx';
import { Erased } from '../../parts/notice.tsx';
import { hasSeveralCurrencies, saleColumns } from '../../parts/sales/sale-columns.tsx';
import { subscriptionColumns } from '../../parts/sales/subscription-columns.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { consentColumns, emailColumns, instrumentColumns, linkColumns } from './person-columns.tsx';
import { PersonData } from './person-data.tsx';
import css from './person.module.css';

export async function loader({ params, request }: LoaderFunctionArgs): Promise<PersonPage> {
  return api.get<PersonPage>(`/people/${encodeURIComponent(params['lead'] ?? '')}`, { signal: request.signal });
}

export function Component() {
  const t = useWords();
  const { brands } = useMe();
  const page = useLoaderData<PersonPage>();
  const { person, sales, subscriptions, instruments, consents, emails, links, isErased } = page;
  return (
    <>
      <ScreenHead
        title={isErased ? t('sales.buyer.erased') : person.name}
        beside={<span>{brandName(brands, page.brand)}</span>}
      />
      {isErased ? <Erased /> : <PersonData key={page.leadId} page={page} />}
      <Section title={t('person.sales', { count: sales.length })}>
        <DataTable
          label={t('sales.title')}
          rows={sales}
          columns={withoutBuyer(saleColumns(t, hasSeveralCurrencies(sales)))}
          rowKey={({ orderId }) => orderId}
          rowHref={({ orderId }) => `/sales/${orderId}`}
        />
      </Section>
      {subscriptions.length > 0 && (
        <Section title={t('person.subscriptions', { count: subscriptions.length })}>
          <DataTable
            label={t('subscriptions.title')}
            rows={subscriptions}
            columns={withoutBuyer(subscriptionColumns(t, hasSeveralCurrencies(subscriptions)))}
            rowKey={({ id }) => id}
            rowHref={({ orderId }) => (orderId === null ? null : `/sales/${orderId}`)}
            hasKeys={false}
          />
        </Section>
      )}
      <Few title={t('person.instruments')} rows={instruments} rowKey={({ id }) => id} columns={instrumentColumns(t)} />
      <Few
        title={t('person.emails')}
        rows={emails}
        rowKey={({ id }) => id}
        rowHref={({ orderId }) => `/sales/${orderId}`}
        columns={emailColumns(t)}
      />
      <Few
        title={t('person.consents')}
        rows={consents}
        rowKey={({ kind, at }) => `${kind} ${at}`}
        columns={consentColumns(t)}
      />
      <Few
        title={t('person.links')}
        rows={links}
        rowKey={({ subjectId, createdAt }) => `${subjectId} ${createdAt}`}
        columns={linkColumns(t)}
      />
    </>
  );
}

/** Lists of one person: what was bought leads the row, on a phone too. */
function withoutBuyer<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns
    .filter(({ id }) => id !== 'buyer')
    .map((column) =>
      column.id === 'product' || column.id === 'plan' ? { ...column, isWide: true, narrow: 'title' } : column,
    );
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className={css['section']} aria-label={title}>
      <h2 className={css['heading']}>{title}</h2>
      {children}
    </section>
  );
}

interface FewProps<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly rowHref?: (row: Row) => string;
}

/** A short table; nothing at all where there are no rows. */
function Few<Row>({ title, rows, columns, rowKey, rowHref }: FewProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <DataTable
        label={title}
        rows={rows}
        columns={columns}
        rowKey={rowKey}
        rowHref={rowHref ?? (() => null)}
        hasKeys={false}
      />
    </Section>
  );
}
