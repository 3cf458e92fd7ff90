import { useState } from 'react';
import { cpfOrCnpjKind } from '#src/kernel/validation/tax-ids/cpf-or-cnpj.rule.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { ActSheet } from '../../actions/act-sheet.tsx';
import { api } from '../../data/api.ts';
import { Field } from '../../parts/form/field.tsx';

interface RequestNoteSheetProps {
  readonly noteId: string;
  readonly onClose: (isDone: boolean) => void;
}

/** Requests a refused fiscal note again, with the buyer's tax id where it was the mistake. */
export function RequestNoteSheet({ noteId, onClose }: RequestNoteSheetProps) {
  const t = useWords();
  const [typed, setTyped] = useState('');
  const document = typed.trim();
  const act = async (): Promise<string> => {
    await api.post('/tasks/request-note', { body: { id: noteId, ...(document === '' ? {} : { document }) } });
    return t('tasks.note.requested');
  };
  return (
    <ActSheet
      title={t('tasks.note.title')}
      label={t('tasks.note.do')}
      isReady={document === '' || cpfOrCnpjKind(document) !== null}
      onAct={act}
      onClose={onClose}
    >
      <p>{t('tasks.note.text')}</p>
      <Field
        label={t('tasks.note.document')}
        hint={t('tasks.note.document.hint')}
        value={typed}
        onChange={setTyped}
        maxLength={18}
        isFirst
      />
    </ActSheet>
  );
}
