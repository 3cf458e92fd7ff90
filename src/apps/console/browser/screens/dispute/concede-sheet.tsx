import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import { api } from '../../data/api.ts';
import { announce } from '../../parts/announce.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/form/field.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { Money } from '../../parts/values/money.tsx';
import type { DisputeSheetProps } from './response-sheet.tsx';
import { useDisputeCommand } from './use-dispute-command.ts';

/** Gives a dispute up: the money stays with the buyer's bank. */
export function ConcedeSheet({ dispute, isOpen, onClose }: DisputeSheetProps) {
  const t = useWords();
  const { isRunning, failure, run } = useDisputeCommand();
  const [reason, setReason] = useState('');
  const [reference, setReference] = useState('');
  const concede = () =>
    run(async () => {
      await api.post(`/disputes/${dispute.id}/concede`, { body: { reason, reference } });
      announce(t('dispute.conceded'));
      onClose();
    });
  return (
    <Sheet
      title={t('dispute.concede')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button kind="danger" isDisabled={reference.trim() === ''} isPending={isRunning} onPress={() => void concede()}>
          {t('dispute.concede.do')}
        </Button>
      }
    >
      <p>
        <Money units={dispute.amount} currency={dispute.currency} isMixed /> {t('dispute.concede.text')}
      </p>
      <Field label={t('dispute.concede.reason')} value={reason} onChange={setReason} rows={3} maxLength={4000} />
      <Field label={t('dispute.reference')} value={reference} onChange={setReference} maxLength={100} />
      {failure !== null && <p role="alert">{failure}</p>}
    </Sheet>
  );
}
