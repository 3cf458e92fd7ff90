import { useState } from 'react';
import { roleNames } from '#src/domain/staff/index.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { GrantAnswer, StaffList, StaffPerson } from '../../../routes/staff/staff.types.ts';
import { api } from '../../data/api.ts';
import { useMe } from '../../data/me-context.tsx';
import { Button } from '../../parts/button.tsx';
import { roleText } from '../../staff/role-text.ts';
import type { Act } from '../../staff/use-act.ts';
import css from './staff.module.css';

interface GrantFormProps {
  readonly person: StaffPerson;
  readonly list: StaffList;
  /** Of the sheet: it belongs to every change. */
  readonly reason: string;
  readonly act: Act;
}

const scopeKinds = ['all', 'business', 'brand', 'unit', 'seller'] as const;
type ScopeKind = (typeof scopeKinds)[number];

/** Gives a role: which, where, until when. Says before it is pressed whether a second person has to approve it. */
export function GrantForm({ person, list, reason, act }: GrantFormProps) {
  const t = useWords();
  const { brands } = useMe();
  const [role, setRole] = useState<(typeof roleNames)[number]>('help');
  const [kind, setKind] = useState<ScopeKind>('brand');
  const [of, setOf] = useState(list.brands[0] ?? '');
  const [part, setPart] = useState('');
  const [until, setUntil] = useState('');
  const places = kind === 'business' ? list.businesses : list.brands;
  const needsPart = kind === 'unit' || kind === 'seller';
  const place = places.includes(of) ? of : (places[0] ?? '');
  const scope = kind === 'all' ? '*' : `${kind}:${place}${needsPart ? `/${part}` : ''}`;
  const nameOf = (id: string) => brands.find(({ brand }) => brand === id)?.name ?? id;
  const needsApproval = list.approvedRoles.includes(role);
  const isReady = reason.trim().length >= 3 && (!needsPart || part !== '');
  const give = () => {
    // The end of that day by the reader's clock.
    const end = until === '' ? null : new Date(`${until}T23:59:59`).toISOString();
    return api.post<GrantAnswer>(`/staff/${person.id}/grants`, { body: { role, scope, until: end, reason } });
  };
  const said = ({ state }: GrantAnswer) => t(state === 'waiting' ? 'staff.grant.waits' : 'staff.grant.given');
  return (
    <section className={css['form']} aria-label={t('staff.give')}>
      <h3 className={css['title']}>{t('staff.give')}</h3>
      <label className={css['field']}>
        {t('staff.role')}
        <select
          className={css['input']}
          value={role}
          onChange={(event) => setRole(roleNames.find((one) => one === event.target.value) ?? role)}
        >
          {roleNames.map((one) => (
            <option key={one} value={one}>
              {roleText(t, one)}
            </option>
          ))}
        </select>
      </label>
      <label className={css['field']}>
        {t('staff.where')}
        <select
          className={css['input']}
          value={kind}
          onChange={(event) => setKind(scopeKinds.find((one) => one === event.target.value) ?? kind)}
        >
          {scopeKinds.map((one) => (
            <option key={one} value={one}>
              {t(`staff.where.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {kind !== 'all' && (
        <label className={css['field']}>
          {t(kind === 'business' ? 'staff.where.business' : 'staff.where.brand')}
          <select className={css['input']} value={place} onChange={(event) => setOf(event.target.value)}>
            {places.map((one) => (
              <option key={one} value={one}>
                {kind === 'business' ? one : nameOf(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      {needsPart && (
        <label className={css['field']}>
          {t(`staff.where.${kind}`)}
          <input
            className={css['input']}
            value={part}
            maxLength={64}
            onChange={(event) => setPart(event.target.value)}
          />
        </label>
      )}
      <label className={css['field']}>
        {t('staff.until-day')}
        <input className={css['input']} type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
      </label>
      {needsApproval && <p className={css['quiet']}>{t('staff.needs-approval')}</p>}
      <div className={css['acts']}>
        <Button
          kind="primary"
          isDisabled={!isReady || act.running !== null}
          isPending={act.running === 'give'}
          onPress={() => void act.run('give', give, said)}
        >
          {t(needsApproval ? 'staff.ask' : 'staff.give')}
        </Button>
        {!isReady && <span className={css['quiet']}>{t('staff.reason.missing')}</span>}
      </div>
    </section>
  );
}
