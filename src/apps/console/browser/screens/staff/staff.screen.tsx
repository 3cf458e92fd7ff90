import { type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { StaffList, StaffPerson } from '../../../routes/staff/staff.types.ts';
import { api } from '../../data/api.ts';
import { EmptyFirst } from '../../parts/notice.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { PersonSheet } from './person-sheet.tsx';
import { staffColumns } from './staff-columns.tsx';

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
          columns={staffColumns(t)}
        />
      )}
      {chosen && <PersonSheet key={chosen.id} person={chosen} list={list} onClose={() => void navigate('/staff')} />}
    </>
  );
}

function waits({ accessRequestedAt, leftAt }: StaffPerson): number {
  return accessRequestedAt !== null && leftAt === null ? 0 : 1;
}
