import { type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { auditActions } from '#src/domain/staff/index.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { AuditItem, AuditPage } from '../../../routes/audit/audit.types.ts';
import { api } from '../../data/api.ts';
import { currentMe } from '../../data/me-context.tsx';
import { FilterBar } from '../../parts/filters/filter-bar.tsx';
import { FilterChip } from '../../parts/filters/filter-chip.tsx';
import { searchCodec } from '../../parts/filters/search-codec.ts';
import { EmptyFiltered, EmptyFirst } from '../../parts/notice.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { Pager } from '../../parts/table/pager.tsx';
import { useIsReloading } from '../../parts/table/use-is-reloading.ts';
import { auditColumns } from './audit-columns.tsx';
import { Wholeness } from './wholeness.tsx';

/** Beginnings of actions, as the filter offers them. */
const kinds = [...new Set(auditActions.map((action) => action.split('.')[0] ?? ''))];

const search = searchCodec({
  who: z.enum(['me']).nullable().default(null),
  what: z.string().nullable().default(null),
  actor: z.string().nullable().default(null),
  subject: z.string().nullable().default(null),
  after: z.string().nullable().default(null),
});

export function loader({ request }: LoaderFunctionArgs): Promise<AuditPage> {
  const { who, what, actor, subject, after } = search.read(new URL(request.url).searchParams);
  const own = who === 'me' ? `staff:${currentMe().accountId}` : null;
  const query = { actor: own ?? actor, action: what === null ? null : `${what}.`, subject, after };
  return api.get<AuditPage>('/audit', { query, signal: request.signal });
}

/** What the staff did and looked at: who, when, what, why, and whether the log is whole. */
export function Component() {
  const { entries, next, sealedUpTo } = useLoaderData<typeof loader>();
  const t = useWords();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isReloading = useIsReloading();
  const filters = search.read(params);
  const go = (change: Partial<typeof filters>) =>
    void navigate(search.write({ ...filters, after: null, ...change }) || '?', { replace: true });
  const active = (['subject', 'actor', 'what', 'who'] as const).find((name) => filters[name] !== null);
  return (
    <>
      <ScreenHead title={t('audit.title')} actions={<Wholeness sealedUpTo={sealedUpTo} />}>
        <FilterBar>
          <FilterChip
            label={t('audit.who')}
            options={[{ value: 'me', label: t('audit.who.me') }]}
            chosen={filters.who === null ? [] : [filters.who]}
            onChange={([one]) => go({ who: one === 'me' ? 'me' : null })}
          />
          <FilterChip
            label={t('audit.what')}
            options={kinds.map((value) => ({ value, label: t(`audit.kind.${value}`) }))}
            chosen={filters.what === null ? [] : [filters.what]}
            onChange={([one]) => go({ what: one ?? null })}
          />
          {(['actor', 'subject'] as const).map((name) => {
            const value = filters[name];
            if (value === null) return null;
            const options = [{ value, label: value }];
            return (
              <FilterChip
                key={name}
                label={t(`audit.${name}`)}
                options={options}
                chosen={[value]}
                onChange={() => go({ [name]: null })}
              />
            );
          })}
        </FilterBar>
      </ScreenHead>
      {entries.length === 0 && active !== undefined && (
        <EmptyFiltered filter={t(`audit.${active}`)} onDrop={() => go({ [active]: null })} />
      )}
      {entries.length === 0 && active === undefined && (
        <EmptyFirst title={t('audit.empty.title')}>{t('audit.empty.text')}</EmptyFirst>
      )}
      {entries.length > 0 && (
        <>
          <DataTable<AuditItem>
            label={t('audit.title')}
            rows={entries}
            columns={auditColumns(t)}
            rowKey={({ id }) => id}
            rowHref={({ subject }) => (subject.kind === 'order' ? `/sales/${subject.id}` : null)}
            isReloading={isReloading}
          />
          <Pager before={null} after={next} summary={t('audit.count', { count: entries.length })} />
        </>
      )}
    </>
  );
}
