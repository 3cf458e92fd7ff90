import { useEffect, useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ExportApprovalItem, ExportItem, ExportList } from '../../../routes/exports/exports.types.ts';
import { api } from '../../data/api.ts';
import { useLive } from '../../data/live.ts';
import { announce } from '../../parts/announce.ts';
import { EmptyFirst } from '../../parts/notice.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { ApprovalLine, FileLine } from './export-line.tsx';
import css from './exports.module.css';

export function loader({ request }: LoaderFunctionArgs): Promise<ExportList> {
  return api.get<ExportList>('/exports', { signal: request.signal });
}

/** The reader's own exports: those that wait for a second person, those under way, and the files. */
export function Component() {
  const t = useWords();
  const { exports, approvals } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  useLive(['exports', 'approvals'], () => void revalidate());
  useReadySaid(exports);
  const isEmpty = exports.length === 0 && approvals.length === 0;
  return (
    <>
      <ScreenHead title={t('exports.title')} />
      {isEmpty && <EmptyFirst title={t('exports.empty')}>{t('exports.empty.text')}</EmptyFirst>}
      {approvals.length > 0 && (
        <section className={css['group']} aria-label={t('exports.second-person')}>
          <h2>{t('exports.second-person')}</h2>
          <ul className={css['list']}>
            {approvals
              .toSorted((one, other) => rankOf(one) - rankOf(other))
              .map((item) => (
                <ApprovalLine key={item.id} item={item} />
              ))}
          </ul>
        </section>
      )}
      {exports.length > 0 && (
        <section className={css['group']} aria-label={t('exports.files')}>
          <h2>{t('exports.files')}</h2>
          <ul className={css['list']}>
            {exports.map((item) => (
              <FileLine key={item.id} item={item} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** What its asker can make now comes first, then what waits, then what is over; each newest first. */
function rankOf({ state }: ExportApprovalItem): number {
  return state === 'approved' ? 0 : state === 'waiting' ? 1 : 2;
}

/** Says when a file that was being made is ready, or failed, while the screen is open. */
function useReadySaid(exports: readonly ExportItem[]): void {
  const t = useWords();
  const before = useRef<ReadonlyMap<string, ExportItem['state']>>(new Map());
  useEffect(() => {
    for (const { id, state } of exports)
      if (before.current.get(id) === 'making' && (state === 'ready' || state === 'failed'))
        announce(t(`exports.said.${state}`));
    before.current = new Map(exports.map(({ id, state }) => [id, state]));
  }, [exports, t]);
}
