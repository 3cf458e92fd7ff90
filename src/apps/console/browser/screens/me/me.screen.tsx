import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { OwnSession, OwnSessions } from '../../../routes/sessions/sessions.types.ts';
import { brandName } from '../../data/brand-name.ts';
import { api } from '../../data/api.ts';
import { later } from '../../data/later.ts';
import { useMe } from '../../data/me-context.tsx';
import { Button } from '../../parts/button.tsx';
import { Part } from '../../parts/part.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import { ActFailure } from '../../staff/act-failure.tsx';
import { roleText, scopeText } from '../../staff/role-text.ts';
import { useAct } from '../../staff/use-act.ts';
import { agentText } from './agent-text.ts';
import css from './me.module.css';

export function loader({ request }: LoaderFunctionArgs) {
  return { sessions: later(api.get<OwnSessions>('/sessions', { signal: request.signal })) };
}

/** What the reader may do here, and where they are signed in. */
export function Component() {
  const { sessions } = useLoaderData<typeof loader>();
  const t = useWords();
  const { name, email, grants, brands } = useMe();
  const nameOf = (brand: string) => brandName(brands, brand);
  return (
    <>
      <ScreenHead title={name} beside={<span className={css['quiet']}>{email}</span>} />
      <div className={css['parts']}>
        <section aria-label={t('me.roles')}>
          <h2 className={css['title']}>{t('me.roles')}</h2>
          <ul className={css['list']}>
            {grants.map(({ role, scope, until }) => (
              <li key={`${role} ${scope}`} className={css['line']}>
                {roleText(t, role)}
                <span className={css['quiet']}>{scopeText(t, scope, nameOf)}</span>
                {until !== null && (
                  <span className={css['end']}>
                    {t('me.until')} <Time at={until} kind="day" isFocusable />
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
        <Part title={t('me.sessions')} data={sessions}>
          {(answer) => <Sessions sessions={answer.sessions} />}
        </Part>
      </div>
    </>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly OwnSession[] }) {
  const t = useWords();
  const act = useAct();
  return (
    <>
      <ul className={css['list']}>
        {sessions.map(({ id, agent, ipGroup, seenAt, endedAt, isCurrent }) => (
          <li key={id} className={css['line']} data-over={endedAt !== null || undefined}>
            <span className={css['agent']} data-tip={agent}>
              {agentText(agent) ?? t('me.unknown-browser')}
            </span>
            <span className={css['quiet']}>{ipGroup}</span>
            <span className={css['end']}>
              {isCurrent ? (
                <StateWord tone="ok">{t('me.this-one')}</StateWord>
              ) : (
                <Time at={endedAt ?? seenAt} isFocusable />
              )}
            </span>
            {!isCurrent && endedAt === null && (
              <Button
                kind="plain"
                isPending={act.running === id}
                onPress={() => void act.run(id, () => api.post(`/sessions/${id}/end`), t('me.ended'))}
              >
                {t('me.end')}
              </Button>
            )}
            {endedAt !== null && <span className={css['quiet']}>{t('me.over')}</span>}
          </li>
        ))}
      </ul>
      <ActFailure error={act.failure} />
    </>
  );
}
