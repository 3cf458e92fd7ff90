import { type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { StaffList, StaffPerson } from '../../../routes/staff/staff.types.ts';
import { api } from '../../data/api.ts';
import { useMe } from '../../data/me-context.tsx';
import { EmptyFirst } from '../../parts/notice.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import { roleText, scopeText } from '../../staff/role-text.ts';
import { PersonSheet } from './person-sheet.tsx';
import css from './staff.module.css';

export function loader({ request }: LoaderFunctionArgs): Promise<StaffList> {
  return api.get<StaffList>('/staff', { signal: request.signal });
}

/** Who works here and what each may do. A row opens the person's roles beside the list. */
export function Component() {
  const list = useLoaderData<typeof loader>();
  const t = useWords();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const chosen = list.people.find(({ id }) => id === params.get('person'));
  // Who waits for a role comes first; the server has sorted the others.
  const people = list.people.toSorted((one, other) => waits(one) - waits(other));
  return (
    <>
      <ScreenHead title={t('staff.title')} />
      {people.length === 0 ? (
        <EmptyFirst title={t('staff.empty.title')}>{t('staff.empty.text')}</EmptyFirst>
      ) : (
        <DataTable<StaffPerson>
          label={t('staff.title')}
          rows={people}
          rowKey={({ id }) => id}
          rowHref={({ id }) => `?person=${id}`}
          currentKey={chosen?.id ?? null}
          columns={[
            { id: 'name', header: t('staff.name'), cell: ({ name }) => name, narrow: 'title' },
            { id: 'email', header: t('staff.email'), cell: ({ email }) => email, narrow: 'detail' },
            { id: 'roles', header: t('staff.roles'), cell: (person) => <Roles person={person} />, isWide: true },
            { id: 'state', header: t('staff.state'), cell: (person) => <State person={person} />, narrow: 'title-end' },
            {
              ...{ id: 'seen', header: t('staff.seen'), narrow: 'detail-end' },
              cell: ({ signedInAt }) => <Time at={signedInAt} />,
            },
          ]}
        />
      )}
      {chosen && <PersonSheet key={chosen.id} person={chosen} list={list} onClose={() => void navigate('/staff')} />}
    </>
  );
}

function waits({ accessRequestedAt, leftAt }: StaffPerson): number {
  return accessRequestedAt !== null && leftAt === null ? 0 : 1;
}

function Roles({ person: { grants } }: { readonly person: StaffPerson }) {
  const t = useWords();
  const { brands } = useMe();
  const nameOf = (brand: string) => brands.find((one) => one.brand === brand)?.name ?? brand;
  return (
    <span className={css['roles']}>
      {grants.map(({ id, role, scope }) => (
        <span key={id}>
          {roleText(t, role)} <span className={css['quiet']}>{scopeText(t, scope, nameOf)}</span>
        </span>
      ))}
    </span>
  );
}

function State({ person: { leftAt, accessRequestedAt, grants } }: { readonly person: StaffPerson }) {
  const t = useWords();
  if (leftAt !== null) return <StateWord tone="quiet">{t('staff.state.left')}</StateWord>;
  if (grants.length > 0) return <StateWord tone="ok">{t('staff.state.active')}</StateWord>;
  return accessRequestedAt === null ? (
    <StateWord tone="quiet">{t('staff.state.none')}</StateWord>
  ) : (
    <StateWord tone="needs">{t('staff.state.asks')}</StateWord>
  );
}
