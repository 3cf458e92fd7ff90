import type { StudentAnswerName } from '#src/domain/catalog/brand-data/index.ts';
import { Checkbox } from '#src/ui/choice/checkbox.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { SelectField } from '#src/ui/field/select-field.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { relations, type StudentQuestions } from './student.rules.ts';

interface StudentFieldsProps {
  readonly questions: StudentQuestions;
  readonly value: (name: StudentAnswerName) => string;
  readonly isGuardian: boolean;
  readonly error: (name: string) => string | null;
}

/** Who learns, where somebody else pays. The date is not the buyer's own, so nothing fills it in. */
export function StudentFields({ questions, value, isGuardian, error }: StudentFieldsProps) {
  const t = useWords();
  return (
    <div className="stack" role="group" aria-labelledby="student-title">
      <h2 id="student-title">{t('lead.student.title')}</h2>
      {questions.birthDate ? (
        <TextField
          name="birthDate"
          label={t('lead.birthDate.label')}
          hint={t('lead.birthDate.hint')}
          inputMode="numeric"
          autoComplete="off"
          mask="00/00/0000"
          defaultValue={value('birthDate')}
          error={error('birthDate')}
        />
      ) : null}
      {questions.relationAccount ? (
        <SelectField
          name="relationAccount"
          label={t('lead.relationAccount.label')}
          autoComplete="off"
          emptyLabel={t('lead.choose')}
          options={relations.map((one) => ({ value: one, label: t(`lead.relation.${one}`) }))}
          defaultValue={value('relationAccount')}
          error={error('relationAccount')}
        />
      ) : null}
      <Checkbox name="guardian" defaultChecked={isGuardian} error={error('guardian')}>
        {t('lead.guardian')}
      </Checkbox>
    </div>
  );
}
