import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { StaffGrantView, StaffList, StaffPerson } from '../../../routes/staff/staff.types.ts';
import { brandName } from '../../data/brand-name.ts';
import { api } from '../../data/api.ts';
import { useMe } from '../../data/me-context.tsx';
import { Button } from '../../parts/button.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { Time } from '../../parts/values/time.tsx';
import { ActFailure } from '../../staff/act-failure.tsx';
import { roleText, scopeText } from '../../staff/role-text.ts';
import { type Act, useAct } from '../../staff/use-act.ts';
import { GrantForm } from './grant-form.tsx';
import css from './staff.module.css';

interface PersonSheetProps {
  readonly person: StaffPerson;
  readonly list: StaffList;
  readonly onClose: () => void;
}

/** A person's roles, with what may be changed of them. Each change needs its reason, which the audit log keeps. */
export function PersonSheet({ person, list, onClose }: PersonSheetProps) {
  const t = useWords();
  const act = useAct();
  const me = useMe();
  const [reason, setReason] = useState('');
  const { id, name, email, grants, isOwn, leftAt } = person;
  const isEverywhere = me.grants.some(({ role, scope }) => role === 'people' && scope === '*');
  const hasReason = reason.trim().length >= 3;
  const change = (what: string, path: string, done: string) =>
    void act.run(what, () => api.post(path, { body: { reason } }), done);
  return (
    <Sheet title={name} isOpen onClose={onClose}>
      <p className={css['quiet']}>{email}</p>
      <label className={css['field']}>
        {t('staff.reason')}
        <input
          className={css['input']}
          value={reason}
          maxLength={300}
          placeholder={t('staff.reason.hint')}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <ActFailure error={act.failure} />
      <section aria-label={t('staff.roles')}>
        <h3 className={css['title']}>{t('staff.roles')}</h3>
        <ul className={css['list']}>
          {grants.map((grant) => (
            <GrantLine
              key={grant.id}
              grant={grant}
              act={act}
              canEnd={hasReason}
              onEnd={() => change(grant.id, `/staff/grants/${grant.id}/end`, t('staff.grant.ended'))}
            />
          ))}
        </ul>
        {grants.length === 0 && <p className={css['quiet']}>{t('staff.no-role')}</p>}
      </section>
      {leftAt === null && !isOwn && <GrantForm person={person} list={list} reason={reason} act={act} />}
      {isEverywhere && <TokenForm person={person} act={act} />}
      {isEverywhere && !isOwn && (
        <div className={css['acts']}>
          {leftAt === null ? (
            <Button
              kind="danger"
              isDisabled={!hasReason || act.running !== null}
              isPending={act.running === 'end'}
              onPress={() => change('end', `/staff/${id}/end`, t('staff.left'))}
            >
              {t('staff.end')}
            </Button>
          ) : (
            <Button
              isDisabled={!hasReason || act.running !== null}
              isPending={act.running === 'restore'}
              onPress={() => change('restore', `/staff/${id}/restore`, t('staff.restored'))}
            >
              {t('staff.restore')}
            </Button>
          )}
          <span className={css['quiet']}>{t(leftAt === null ? 'staff.end.hint' : 'staff.restore.hint')}</span>
        </div>
      )}
    </Sheet>
  );
}

interface GrantLineProps {
  readonly grant: StaffGrantView;
  readonly act: Act;
  readonly canEnd: boolean;
  readonly onEnd: () => void;
}

function GrantLine({ grant, act, canEnd, onEnd }: GrantLineProps) {
  const t = useWords();
  const { brands } = useMe();
  const nameOf = (brand: string) => brandName(brands, brand);
  const { id, role, scope, until, source, grantedBy, approvedBy } = grant;
  const people = [grantedBy, approvedBy].filter((one) => one !== null).join(' + ');
  return (
    <li className={css['line']}>
      <span>
        {roleText(t, role)} <span className={css['quiet']}>{scopeText(t, scope, nameOf)}</span>
      </span>
      <span className={css['quiet']}>
        {source === 'console' ? t('staff.given-by', { people }) : t(`staff.source.${source}`)}{' '}
        {until !== null && (
          <>
            {t('staff.until')} <Time at={until} kind="day" isFocusable />
          </>
        )}
      </span>
      {source !== 'directory' && (
        <Button
          kind="plain"
          isDisabled={!canEnd || act.running !== null}
          isPending={act.running === id}
          onPress={onEnd}
        >
          {t('staff.grant.end')}
        </Button>
      )}
    </li>
  );
}

function TokenForm({ person: { id, tokenName }, act }: { readonly person: StaffPerson; readonly act: Act }) {
  const t = useWords();
  const [token, setToken] = useState(tokenName ?? '');
  const save = () =>
    void act.run(
      'token',
      () => api.post(`/staff/${id}/token`, { body: { tokenName: token === '' ? null : token } }),
      t('staff.token.saved'),
    );
  return (
    <div className={css['token']}>
      <label className={css['field']}>
        {t('staff.token')}
        <input
          className={css['input']}
          value={token}
          maxLength={32}
          pattern="[a-z][a-z0-9\-]*"
          onChange={(event) => setToken(event.target.value)}
        />
      </label>
      <Button
        isDisabled={token === (tokenName ?? '') || act.running !== null}
        isPending={act.running === 'token'}
        onPress={save}
      >
        {t('staff.token.save')}
      </Button>
      <span className={css['quiet']}>{t('staff.token.hint')}</span>
    </div>
  );
}
