/**
 * What a lead may answer besides name, e-mail and phone; each answer is a text or null. A further answer is an entry here and a
 * column of `leads`: saving, correcting, erasing, required steps, flows' data, the form's values and the API follow.
 * `about: 'student'` are asked where a flow's `props.student` says so, and may be completed by `PATCH /v1/lead/{id}`.
 */
export const leadAnswers = [
  { name: 'birthDate', column: 'birth_date', type: 'date', about: 'student', longest: 10, description: 'YYYY-MM-DD' },
  {
    name: 'relationAccount',
    column: 'relation_account',
    type: 'text',
    about: 'student',
    longest: 200,
    description: '',
  },
  {
    name: 'referrer',
    column: 'referrer',
    type: 'text',
    about: 'buyer',
    longest: 200,
    description: 'How the buyer heard of the school: an id of its list.',
  },
] as const satisfies readonly {
  readonly name: string;
  readonly column: string;
  /** The column's type in PostgreSQL. */
  readonly type: 'text' | 'date';
  readonly about: 'buyer' | 'student';
  readonly longest: number;
  /** Description in the API; empty where the name is enough. */
  readonly description: string;
}[];

type LeadAnswer = (typeof leadAnswers)[number];
export type LeadAnswerName = LeadAnswer['name'];
type StudentAnswer = Extract<LeadAnswer, { about: 'student' }>;
export type StudentAnswerName = StudentAnswer['name'];
type ColumnName = LeadAnswer['column'];

/** Those that a flow may ask about a student who is not the buyer. */
export const studentAnswers: readonly StudentAnswer[] = leadAnswers.filter((answer) => answer.about === 'student');

/** A value for each answer, by its name. */
export function mapLeadAnswers<T>(valueOf: (answer: LeadAnswer) => T): Readonly<Record<LeadAnswerName, T>>;
export function mapLeadAnswers(valueOf: (answer: LeadAnswer) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(leadAnswers.map((answer) => [answer.name, valueOf(answer)]));
}

/** A value for each answer about a student, by its name. */
export function mapStudentAnswers<T>(valueOf: (answer: StudentAnswer) => T): Readonly<Record<StudentAnswerName, T>>;
export function mapStudentAnswers(valueOf: (answer: StudentAnswer) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(studentAnswers.map((answer) => [answer.name, valueOf(answer)]));
}

/** A value for each answer, by its column. */
export function mapLeadColumns<T>(valueOf: (answer: LeadAnswer) => T): Readonly<Record<ColumnName, T>>;
export function mapLeadColumns(valueOf: (answer: LeadAnswer) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(leadAnswers.map((answer) => [answer.column, valueOf(answer)]));
}

/** The columns of what was given; what was not asked is left out. */
export function givenColumns(
  given: Readonly<Partial<Record<LeadAnswerName, string | null>>>,
): Readonly<Partial<Record<ColumnName, string | null>>> {
  return Object.fromEntries(
    leadAnswers.flatMap(({ name, column }) => {
      const value = given[name];
      return value === undefined ? [] : [[column, value] as const];
    }),
  );
}
