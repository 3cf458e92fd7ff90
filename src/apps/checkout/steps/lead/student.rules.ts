import type { StudentAnswerName } from '#src/domain/catalog/brand-data/index.ts';
import { isLocalDate, type LocalDate } from '#src/kernel/time/local-date.ts';
import { birthDateRule, fullYears, readBirthDate } from '#src/kernel/validation/birth-date.rule.ts';

/** What the step asks about a student who is not the payer; `today` is the market's day. */
export interface StudentQuestions extends Readonly<Partial<Record<StudentAnswerName, boolean>>> {
  readonly today: string;
}

/** What a payer may be to a student. */
export const relations = ['mother', 'father', 'guardian', 'grandparent', 'relative', 'other'] as const;

const fullAge = 18;

type Values = Readonly<Record<string, string>>;

function dayOf({ today }: StudentQuestions): LocalDate {
  if (!isLocalDate(today)) throw new RangeError('No day of a market');
  return today;
}

/** Whether somebody must answer for the student (LGPD art. 14; Código Civil art. 5): always, unless they are of age. */
export function needsGuardian(values: Values, questions: StudentQuestions): boolean {
  const born = questions.birthDate ? readBirthDate(values['birthDate'] ?? '') : null;
  return born === null || fullYears(born, dayOf(questions)) < fullAge;
}

/** What is wrong with the answers about the student, as message keys by field. */
export function checkStudent(values: Values, questions: StudentQuestions): Values {
  const relation = values['relationAccount'] ?? '';
  const found: Readonly<Record<string, string | null>> = {
    birthDate: questions.birthDate ? birthDateRule(values['birthDate'] ?? '', { today: dayOf(questions) }) : null,
    relationAccount:
      questions.relationAccount && !relations.some((one) => one === relation) ? 'validation.required' : null,
    guardian: needsGuardian(values, questions) && values['guardian'] !== 'yes' ? 'lead.guardian.missing' : null,
  };
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null));
}
