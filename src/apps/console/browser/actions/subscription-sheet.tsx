import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import { api } from '../data/api.ts';
import { ActSheet } from './act-sheet.tsx';
import css from './act-sheet.module.css';
import { Choice } from '../parts/form/choice.tsx';
import { Field } from '../parts/form/field.tsx';
import type { SaleActionProps } from './sale-action.types.ts';

const verbs = ['pause', 'resume', 'cancel'] as const;

/** Pauses, resumes or cancels a subscription for its buyer. */
export function SubscriptionSheet({ subscriptionId, onClose }: SaleActionProps) {
  const t = useWords();
  const [verb, setVerb] = useState<(typeof verbs)[number]>('pause');
  const [when, setWhen] = useState<'now' | 'period-end'>('period-end');
  const [reason, setReason] = useState('');
  const act = async (): Promise<string> => {
    const body = { reason: reason.trim(), ...(verb === 'cancel' ? { when } : {}) };
    await api.post(`/subscription-changes/${subscriptionId ?? ''}/${verb}`, { body });
    return t(`act.subscription.${verb}.done`);
  };
  return (
    <ActSheet
      title={t('act.subscription.title')}
      label={t(`act.subscription.${verb}`)}
      isDanger={verb === 'cancel'}
      isReady={reason.trim() !== ''}
      onAct={act}
      onClose={onClose}
    >
      <Choice
        label={t('act.subscription.what')}
        value={verb}
        onChange={setVerb}
        options={verbs.map((value) => ({ value, label: t(`act.subscription.${value}`) }))}
      />
      {verb === 'cancel' && (
        <Choice
          label={t('act.subscription.when')}
          value={when}
          onChange={setWhen}
          options={(['period-end', 'now'] as const).map((value) => ({ value, label: t(`act.subscription.${value}`) }))}
        />
      )}
      <p className={css['hint']}>
        {t(verb === 'cancel' ? `act.subscription.cancel.${when}` : `act.subscription.${verb}.text`)}
      </p>
      <Field label={t('act.reason')} hint={t('act.ticket.hint')} value={reason} onChange={setReason} maxLength={200} />
    </ActSheet>
  );
}
