import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { StaffPerson } from '../../../routes/staff/staff.types.ts';
import { brandName } from '../../data/brand-name.ts';
import { useMe } from '../../data/me-context.tsx';
import type { Column } from '../../parts/table/data-table.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import { roleText, scopeText } from '../../staff/role-text.ts';
import css from './staff.module.css';

/** Columns of the list of people. */
export function staffColumns(t: Translator): readonly Column<StaffPerson>[] {
  return [
    { id: 'name', header: t('staff.name'), cell: ({ name }) => name, narrow: 'title' },
    { id: 'email', header: t('staff.email'), cell: ({ email }) => email, narrow: 'detail' },
    { id: 'roles', header: t('staff.roles'), cell: (person) => <Roles person={person} />, isWide: true },
    { id: 'state', header: t('staff.state'), cell: (person) => <State person={person} />, narrow: 'title-end' },
    {
      ...{ id: 'seen', header: t('staff.seen'), narrow: 'detail-end' },
      cell: ({ signedInAt }) => (signedInAt === null ? t('staff.never-seen') : <Time at={signedInAt} />),
    },
  ];
}

function Roles({ person: { grants } }: { readonly person: StaffPerson }) {
  const t = useWords();
  const { brands } = useMe();
  const nameOf = (brand: string) => brandName(brands, brand);
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
