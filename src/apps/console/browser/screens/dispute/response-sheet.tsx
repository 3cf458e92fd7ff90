import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { DisputeCase, EvidenceFile } from '../../../routes/disputes/disputes.types.ts';
import { api } from '../../data/api.ts';
import { base64File, saveFile } from '../../data/save-file.ts';
import { announce } from '../../parts/announce.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/form/field.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import css from './dispute.module.css';
import { useDisputeCommand } from './use-dispute-command.ts';

export interface DisputeSheetProps {
  readonly dispute: DisputeCase;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/**
 * The response in three steps: add a sentence, download the pack, and say under which case number it was handed in at the
 * company. Another sentence makes another pack.
 */
export function ResponseSheet({ dispute, isOpen, onClose }: DisputeSheetProps) {
  const t = useWords();
  const { isRunning, failure, run } = useDisputeCommand();
  const [statement, setStatement] = useState('');
  const [reference, setReference] = useState('');
  const [hash, setHash] = useState<string | null>(null);
  const download = (format: 'pdf' | 'json') =>
    run(async () => {
      const body = { format, statement };
      const file = await api.post<EvidenceFile>(`/disputes/${dispute.id}/pack`, { body });
      setHash(file.hash);
      saveFile(base64File(file.base64, file.contentType), file.fileName);
      announce(t('dispute.pack.saved', { name: file.fileName }));
    });
  const handIn = () =>
    run(async () => {
      await api.post(`/disputes/${dispute.id}/evidence`, { body: { statement, reference, packHash: hash } });
      announce(t('dispute.response.recorded'));
      onClose();
    });
  return (
    <Sheet
      title={t('dispute.respond')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button
          kind="primary"
          isDisabled={hash === null || reference.trim() === ''}
          isPending={isRunning}
          onPress={() => void handIn()}
        >
          {t('dispute.hand-in')}
        </Button>
      }
    >
      <p>{t(`dispute.advice.${dispute.category}`)}</p>
      <Field
        label={t('dispute.statement')}
        value={statement}
        onChange={(text) => {
          setStatement(text);
          setHash(null);
        }}
        rows={5}
        maxLength={4000}
        hint={t('dispute.statement.hint')}
      />
      <div className={css['files']}>
        <Button isPending={isRunning} onPress={() => void download('pdf')}>
          {t('dispute.pack.pdf')}
        </Button>
        <Button isPending={isRunning} onPress={() => void download('json')}>
          {t('dispute.pack.json')}
        </Button>
      </div>
      <p className={css['advice']}>{t('dispute.pack.text', { company: dispute.gateway })}</p>
      <Field
        label={t('dispute.reference')}
        value={reference}
        onChange={setReference}
        maxLength={100}
        hint={hash === null ? t('dispute.reference.first') : t('dispute.reference.hint')}
      />
      {failure !== null && <p role="alert">{failure}</p>}
    </Sheet>
  );
}
