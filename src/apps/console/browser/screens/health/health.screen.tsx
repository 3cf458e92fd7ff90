import { useEffect } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { Health } from '../../../routes/health/health.types.ts';
import { api } from '../../data/api.ts';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import { GatewayTable } from './gateway-table.tsx';
import css from './health.module.css';
import { JobTable } from './job-table.tsx';
import { ProcessTable } from './process-table.tsx';
import { WorkTable } from './work-table.tsx';

const refreshMs = 15_000;

export function loader({ request }: LoaderFunctionArgs) {
  return api.get<Health>('/health', { signal: request.signal });
}

export function Component() {
  const t = useWords();
  const health = useLoaderData<typeof loader>();
  useRefresh(refreshMs);
  const { open, idle, waitedFor } = health.connections;
  return (
    <>
      <ScreenHead
        title={t('health.title')}
        beside={
          <span className={css['as-of']}>
            {t('health.as-of')} <Time at={health.asOf} isFocusable /> ·{' '}
            {t('health.version', { version: health.version })}
          </span>
        }
      />
      <div className={css['page']}>
        <GatewayTable gateways={health.gateways} />
        <WorkTable health={health} />
        <section aria-label={t('health.database')}>
          <h2 className={css['title']}>{t('health.database')}</h2>
          <p className={css['database']}>
            <StateWord tone={waitedFor > 0 ? 'needs' : 'ok'}>
              {waitedFor > 0 ? t('health.database.full', { count: waitedFor }) : t('health.database.ok')}
            </StateWord>
            <span>{t('health.database.connections', { used: open - idle, open })}</span>
          </p>
        </section>
        <ProcessTable processes={health.processes} />
        <JobTable jobs={health.jobs} />
      </div>
    </>
  );
}

/** Asks again while the screen is in view: a screen in a corner of the desk stays true. */
function useRefresh(ms: number): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, ms);
    return () => clearInterval(timer);
  }, [revalidate, ms]);
}
