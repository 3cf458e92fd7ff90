import { useEffect, useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { RefundPreviewView, RefundResult } from '../../routes/refunds/refunds.types.ts';
import { api } from '../data/api.ts';
import { ProblemError } from '../data/problem-error.ts';
import { LoadingRows } from '../parts/loading-rows.tsx';
import { moneyText } from '../parts/values/money-text.ts';
import { ActSheet } from './act-sheet.tsx';
import css from './act-sheet.module.css';
import type { SaleActionProps } from './sale-action.types.ts';
import { readAmount } from './amount-text.ts';
import { Choice } from '../parts/form/choice.tsx';
import { Field } from '../parts/form/field.tsx';
import { problemText } from './problem-text.ts';
import { RefundPreview } from './refund-preview.tsx';

const reasons = ['regret', 'duplicate', 'not-as-described', 'service-failed', 'goodwill', 'other'] as const;
type Reason = (typeof reasons)[number];

/** Waits so long after a key before it asks what the typed amount would do. */
const pauseMs = 250;

/** Refunds a sale, whole or in part: its division and what ends with it are shown before, and exactly that is sent. */
export function RefundSheet({ orderId, onClose }: SaleActionProps) {
  const t = useWords();
  const [scope, setScope] = useState<'all' | 'part'>('all');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState<Reason>('regret');
  const [ticket, setTicket] = useState('');
  // One key per sheet: pressed twice, or sent again after a lost answer, it refunds once.
  const [refundId] = useState(() => `st_${crypto.randomUUID()}`);
  const part = scope === 'part' ? readAmount(typed) : null;
  const asked = scope === 'all' ? 'all' : part;
  const { preview, error } = useRefundPreview(orderId, asked);
  const amount = preview === null ? '' : moneyText(preview.amount, t.locale, preview.currency);
  const needsSecond = preview?.needsApproval === true;
  const words = reason === 'other' ? ticket.trim() : [t(`act.refund.reason.${reason}`), ticket.trim()].join(' · ');
  const isReady =
    preview !== null && words.replace(/ · $/, '') !== '' && (!needsSecond || preview.approvers.length > 0);
  const act = async (): Promise<string> => {
    if (!preview) return '';
    const body = { refundId, amount: part ?? preview.amount, shown: preview.amount, reason: words.replace(/ · $/, '') };
    const { state } = await api.post<RefundResult>(`/refunds/${orderId}`, { body });
    return t(state === 'sent' ? 'act.refund.sent' : 'act.refund.waits', { amount });
  };
  return (
    <ActSheet
      title={t('act.refund.title')}
      label={needsSecond ? t('act.refund.ask', { amount }) : t('act.refund.do', { amount })}
      isDanger
      isReady={isReady}
      onAct={act}
      onClose={onClose}
    >
      <Choice
        label={t('act.refund.amount')}
        value={scope}
        onChange={setScope}
        options={[
          { value: 'all', label: t('act.refund.all') },
          { value: 'part', label: t('act.refund.part') },
        ]}
      />
      {scope === 'part' && (
        <Field
          label={t('act.refund.part.label')}
          hint={
            preview ? t('act.refund.most', { amount: moneyText(preview.refundable, t.locale) }) : t('act.refund.typed')
          }
          value={typed}
          onChange={setTyped}
          inputMode="decimal"
          isFirst
        />
      )}
      <div aria-live="polite" aria-busy={asked !== null && preview === null && error === null}>
        {error !== null && (
          <p className={css['failure']}>
            {asked === 'all' && error instanceof ProblemError && error.code === 'refund-too-large'
              ? t('act.refund.nothing')
              : problemText(t, error)}
          </p>
        )}
        {error === null && preview === null && asked !== null && <LoadingRows rows={4} />}
        {preview !== null && <RefundPreview preview={preview} />}
      </div>
      <Choice
        label={t('act.reason')}
        value={reason}
        onChange={setReason}
        options={reasons.map((value) => ({ value, label: t(`act.refund.reason.${value}`) }))}
      />
      <Field
        label={t('act.refund.note')}
        hint={t('act.refund.note.hint')}
        value={ticket}
        onChange={setTicket}
        maxLength={120}
      />
    </ActSheet>
  );
}

interface Previewed {
  readonly preview: RefundPreviewView | null;
  readonly error: unknown;
}

/** What a refund of `asked` minor units would do; null while it is being asked, or nothing is asked for. */
function useRefundPreview(orderId: string, asked: number | 'all' | null): Previewed {
  const [state, setState] = useState<Previewed & { readonly of: number | 'all' | null }>({
    ...{ of: null, preview: null, error: null },
  });
  useEffect(() => {
    if (asked === null) return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(
      () => {
        const options = { query: { amount: asked === 'all' ? null : asked }, signal: leaving.signal };
        api.get<RefundPreviewView>(`/refunds/${orderId}/preview`, options).then(
          (preview) => setState({ of: asked, preview, error: null }),
          (error: unknown) => {
            if (!leaving.signal.aborted) setState({ of: asked, preview: null, error });
          },
        );
      },
      asked === 'all' ? 0 : pauseMs,
    );
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [orderId, asked]);
  // What was asked before is not shown for another amount.
  return state.of === asked && asked !== null ? state : { preview: null, error: null };
}
