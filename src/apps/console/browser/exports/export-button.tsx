import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import { useMay } from '../data/me-context.tsx';
import { Button } from '../parts/button.tsx';
import { type ExportQuestion, ExportSheet } from './export-sheet.tsx';

/** Asks for a file of the list that is shown; absent for whoever may not export. */
export function ExportButton({ question }: { readonly question: ExportQuestion }) {
  const t = useWords();
  const may = useMay('export.plain');
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('exports.open')}</Button>
      {isOpen && <ExportSheet question={question} onClose={() => setOpen(false)} />}
    </>
  );
}
