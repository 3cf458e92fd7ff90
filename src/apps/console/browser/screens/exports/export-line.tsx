import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type {
  ExportAnswer,
  ExportApprovalItem,
  ExportItem,
  ExportTicket,
} from '../../../routes/exports/exports.types.ts';
import { brandName } from '../../data/brand-name.ts';
import { api } from '../../data/api.ts';
import { useMe } from '../../data/me-context.tsx';
import { exportFilterTexts } from '../../exports/export-filter-text.ts';
import { type ExportQuestion, ExportSheet } from '../../exports/export-sheet.tsx';
import { Button } from '../../parts/button.tsx';
import { countText } from '../../parts/values/money-text.ts';
import { StateWord, type Tone } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import { ActFailure } from '../../staff/act-failure.tsx';
import { useAct } from '../../staff/use-act.ts';
import css from './exports.module.css';

const fileTones: Readonly<Record<ExportItem['state'], Tone>> = {
  making: 'waits',
  ready: 'ok',
  failed: 'lost',
  fetched: 'quiet',
  expired: 'quiet',
};
const approvalTones: Readonly<Record<ExportApprovalItem['state'], Tone>> = {
  waiting: 'waits',
  approved: 'ok',
  rejected: 'lost',
  expired: 'quiet',
};

/** A file: what it has, how far it is, until when it can be fetched. */
export function FileLine({ item }: { readonly item: ExportItem }) {
  const t = useWords();
  const act = useAct();
  const [isAsking, setAsking] = useState(false);
  const { id, kind, format, isPersonal, filters, state, failure, rows, createdAt, expiresAt } = item;
  const fetchFile = async (): Promise<void> => {
    const { path } = await api.post<ExportTicket>(`/exports/${id}/ticket`);
    const link = document.createElement('a');
    link.href = path;
    link.download = '';
    link.click();
  };
  // A workbook that became too long is asked for again as CSV.
  const again: ExportQuestion = { kind, filters, isPersonal, format: failure === 'too-many-rows' ? 'csv' : format };
  return (
    <li className={css['item']} data-export={state}>
      <Head kind={kind} format={format} isPersonal={isPersonal}>
        <StateWord tone={fileTones[state]}>{t(`exports.state.${state}`)}</StateWord>
      </Head>
      <Filters filters={filters} />
      <p className={css['meta']}>
        <span>{t('exports.rows', { count: rows, text: countText(rows, t.locale) })}</span>
        <span>
          {t('exports.asked')} <Time at={createdAt} isFocusable />
        </span>
        {state === 'ready' && (
          <span>
            {t('exports.kept-until')} <Time at={expiresAt} isFocusable />
          </span>
        )}
      </p>
      {failure !== null && <p className={css['failure']}>{t(failureKey(t.has, failure))}</p>}
      <div className={css['acts']}>
        {state === 'ready' && (
          <Button
            kind="primary"
            isPending={act.running === 'fetch'}
            isDisabled={act.running !== null}
            onPress={() => void act.run('fetch', fetchFile, t('exports.said.fetching'))}
          >
            {t('exports.fetch')}
          </Button>
        )}
        {(state === 'failed' || state === 'fetched' || state === 'expired') && (
          <Button onPress={() => setAsking(true)}>{t('exports.again')}</Button>
        )}
      </div>
      <ActFailure error={act.failure} />
      {isAsking && <ExportSheet question={again} onClose={() => setAsking(false)} />}
    </li>
  );
}

function failureKey(has: (key: string) => boolean, failure: string): string {
  const key = `exports.failure.${failure}`;
  return has(key) ? key : 'exports.failure.not-made';
}

/** A request about more than 1,000 people: waiting, approved and to be made by its asker, or over. */
export function ApprovalLine({ item }: { readonly item: ExportApprovalItem }) {
  const t = useWords();
  const act = useAct();
  const { id, kind, format, filters, reason, state, askedAt, until } = item;
  const make = () => api.post<ExportAnswer>('/exports/approved', { body: { approvalId: id } });
  const [isAsking, setAsking] = useState(false);
  const isOpen = state === 'waiting' || state === 'approved';
  return (
    <li className={css['item']} data-approval={state}>
      <Head kind={kind} format={format} isPersonal>
        <StateWord tone={approvalTones[state]}>{t(`exports.approval.${state}`)}</StateWord>
      </Head>
      <Filters filters={filters} />
      <p className={css['meta']}>
        <span>“{reason}”</span>
        <span>
          {t('exports.asked')} <Time at={askedAt} isFocusable />
        </span>
        {isOpen && (
          <span>
            {t('exports.approval.until')} <Time at={until} isFocusable />
          </span>
        )}
      </p>
      <div className={css['acts']}>
        {state === 'approved' && (
          <Button
            kind="primary"
            isPending={act.running === 'make'}
            isDisabled={act.running !== null}
            onPress={() => void act.run('make', make, t('exports.said.making'))}
          >
            {t('exports.approval.make')}
          </Button>
        )}
        {state === 'waiting' && (
          <Button
            isPending={act.running === 'take-back'}
            isDisabled={act.running !== null}
            onPress={() =>
              void act.run('take-back', () => api.post(`/approvals/${id}/take-back`), t('exports.said.taken-back'))
            }
          >
            {t('exports.approval.take-back')}
          </Button>
        )}
        {!isOpen && <Button onPress={() => setAsking(true)}>{t('exports.again')}</Button>}
      </div>
      <ActFailure error={act.failure} />
      {isAsking && (
        <ExportSheet question={{ kind, filters, format, isPersonal: true }} onClose={() => setAsking(false)} />
      )}
    </li>
  );
}

interface HeadProps extends Pick<ExportItem, 'kind' | 'format' | 'isPersonal'> {
  readonly children: React.ReactNode;
}

function Head({ kind, format, isPersonal, children }: HeadProps) {
  const t = useWords();
  return (
    <header className={css['head']}>
      <h3>
        {t(`exports.kind.${kind}`)} · {format.toUpperCase()}
      </h3>
      {isPersonal && <span className={css['personal']}>{t('exports.content.personal')}</span>}
      <span className={css['state']}>{children}</span>
    </header>
  );
}

function Filters({ filters }: Pick<ExportItem, 'filters'>) {
  const t = useWords();
  const { brands, timeZone } = useMe();
  const nameOf = (brand: string) => brandName(brands, brand);
  const texts = exportFilterTexts(t, filters, { nameOf, timeZone });
  return <p className={css['filters']}>{texts.length === 0 ? t('exports.filters.none') : texts.join(' · ')}</p>;
}
