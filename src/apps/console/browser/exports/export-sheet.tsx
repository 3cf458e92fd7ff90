import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ExportFilters, ExportFormat, ExportKind } from '#src/domain/sales/exports/index.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ExportAnswer } from '../../routes/exports/exports.types.ts';
import { ActSheet } from '../actions/act-sheet.tsx';
import { brandName } from '../data/brand-name.ts';
import { api } from '../data/api.ts';
import { useMay, useMe } from '../data/me-context.tsx';
import { Choice } from '../parts/form/choice.tsx';
import { Field } from '../parts/form/field.tsx';
import { Facts } from '../parts/values/facts.tsx';
import { exportFilterTexts } from './export-filter-text.ts';

export interface ExportQuestion {
  readonly kind: ExportKind;
  /** As the list shows them. */
  readonly filters: ExportFilters;
  readonly format?: ExportFormat;
  readonly isPersonal?: boolean;
}

interface ExportSheetProps {
  readonly question: ExportQuestion;
  readonly onClose: () => void;
}

/** Asks for a file of a list, with the filters that it shows; its progress is on the screen of exports. */
export function ExportSheet({ question, onClose }: ExportSheetProps) {
  const t = useWords();
  const navigate = useNavigate();
  const { brands, timeZone } = useMe();
  const { kind, filters } = question;
  const mayPersonal = useMay('export.personal') && kind === 'sales';
  const [format, setFormat] = useState<ExportFormat>(question.format ?? 'csv');
  const [content, setContent] = useState<'plain' | 'personal'>(question.isPersonal === true ? 'personal' : 'plain');
  const [reason, setReason] = useState('');
  const isPersonal = mayPersonal && content === 'personal';
  const nameOf = (brand: string) => brandName(brands, brand);
  const texts = exportFilterTexts(t, filters, { nameOf, timeZone });
  const act = async (): Promise<string> => {
    const body = { kind, format, isPersonal, filters, reason };
    const answer = await api.post<ExportAnswer>(isPersonal ? '/exports/personal' : '/exports', { body });
    return t(answer.state === 'waiting' ? 'exports.said.waits' : 'exports.said.making');
  };
  return (
    <ActSheet
      title={t('exports.ask.title')}
      label={t('exports.ask.do')}
      isReady={reason.trim().length >= 3}
      onAct={act}
      onClose={(isDone) => {
        onClose();
        if (isDone) void navigate('/exports');
      }}
    >
      <Facts
        rows={[
          [t('exports.list'), t(`exports.kind.${kind}`)],
          [t('exports.filters'), texts.length === 0 ? t('exports.filters.none') : texts.join(' · ')],
        ]}
      />
      <Choice
        label={t('exports.format')}
        options={(['csv', 'xlsx'] as const).map((value) => ({ value, label: t(`exports.format.${value}`) }))}
        value={format}
        onChange={setFormat}
      />
      {mayPersonal && (
        <Choice
          label={t('exports.content')}
          options={(['plain', 'personal'] as const).map((value) => ({ value, label: t(`exports.content.${value}`) }))}
          value={content}
          onChange={setContent}
        />
      )}
      <Field
        label={t('exports.reason')}
        hint={t('exports.reason.hint')}
        value={reason}
        maxLength={500}
        onChange={setReason}
        isFirst
      />
    </ActSheet>
  );
}
