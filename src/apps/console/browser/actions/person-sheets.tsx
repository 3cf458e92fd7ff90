import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import { api } from '../data/api.ts';
import { saveFile } from '../data/save-file.ts';
import { ActSheet } from './act-sheet.tsx';
import css from './act-sheet.module.css';
import { Field } from '../parts/form/field.tsx';
import type { SaleActionProps } from './sale-action.types.ts';

/** Everything that is stored about the buyer, as a file: for the person, who has proved who they are. */
export function ExportPersonSheet({ orderId, onClose }: SaleActionProps) {
  const t = useWords();
  const [proof, setProof] = useState('');
  const act = async (): Promise<string> => {
    const data = await api.post<unknown>(`/buyer-data/${orderId}/export`, { body: { proof: proof.trim() } });
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
    saveFile(file, `dados-${orderId}.json`);
    return t('act.export.done');
  };
  return (
    <ActSheet
      title={t('act.export.title')}
      label={t('act.export.do')}
      isReady={proof.trim() !== ''}
      onAct={act}
      onClose={onClose}
    >
      <p>{t('act.export.text')}</p>
      <Field
        label={t('act.proof')}
        hint={t('act.proof.hint')}
        value={proof}
        onChange={setProof}
        maxLength={200}
        isFirst
      />
    </ActSheet>
  );
}

/** Asks a second person to erase the buyer's data. */
export function ErasePersonSheet({ orderId, onClose }: SaleActionProps) {
  const t = useWords();
  const [proof, setProof] = useState('');
  const act = async (): Promise<string> => {
    await api.post(`/buyer-data/${orderId}/erasure`, { body: { proof: proof.trim() } });
    return t('act.erase.asked');
  };
  return (
    <ActSheet
      title={t('act.erase.title')}
      label={t('act.erase.do')}
      isDanger
      isReady={proof.trim() !== ''}
      onAct={act}
      onClose={onClose}
    >
      <ul className={css['warning']}>
        {(['goes', 'stays', 'subscriptions', 'second'] as const).map((one) => (
          <li key={one}>{t(`act.erase.effect.${one}`)}</li>
        ))}
      </ul>
      <Field
        label={t('act.proof')}
        hint={t('act.proof.hint')}
        value={proof}
        onChange={setProof}
        maxLength={200}
        isFirst
      />
    </ActSheet>
  );
}
