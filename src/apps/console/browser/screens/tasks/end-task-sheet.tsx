import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { TaskDetail } from '../../../routes/tasks/tasks.types.ts';
import { ActSheet } from '../../actions/act-sheet.tsx';
import { Field } from '../../parts/form/field.tsx';
import { api } from '../../data/api.ts';
import { PayoutAccount } from './payout-account.tsx';

interface EndTaskSheetProps {
  readonly task: TaskDetail;
  readonly onClose: (isDone: boolean) => void;
}

/** As the server reads a reference: an end-to-end id, or the number of a case. */
const reference = /^[\w.-]{6,64}$/;

/** Ends a task: a payout by the bank's reference, a dispute by its case, everything else with a reason. */
export function EndTaskSheet({ task, onClose }: EndTaskSheetProps) {
  const t = useWords();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const { kind, id, end, payout } = task;
  const needsReference = end !== 'reason';
  const needsReason = end !== 'payout';
  const given = typed.trim();
  const isReady = (!needsReference || reference.test(given)) && (!needsReason || reason.trim() !== '');
  const act = async (): Promise<string> => {
    const body = {
      ...{ kind, id },
      ...(needsReference ? { reference: given } : {}),
      ...(needsReason ? { reason: reason.trim() } : {}),
    };
    await api.post('/tasks/end', { body });
    return t('tasks.ended');
  };
  return (
    <ActSheet
      title={t(`tasks.end.${end}`)}
      label={t(`tasks.end.${end}`)}
      isDanger={end === 'dispute'}
      isReady={isReady && (end !== 'payout' || (payout?.to?.isPaused === false && payout.state === 'by-hand'))}
      onAct={act}
      onClose={onClose}
    >
      <p>{t(`tasks.end.${end}.text`)}</p>
      {payout !== null && <PayoutAccount payout={payout} />}
      {needsReference && (
        <Field
          label={t(`tasks.reference.${end}`)}
          hint={t(`tasks.reference.${end}.hint`)}
          value={typed}
          onChange={setTyped}
          maxLength={64}
          isFirst
        />
      )}
      {needsReason && (
        <Field
          label={t('act.reason')}
          hint={t('act.ticket.hint')}
          value={reason}
          onChange={setReason}
          maxLength={200}
          isFirst={!needsReference}
        />
      )}
    </ActSheet>
  );
}
