import {
  type LeadAnswerName,
  mapLeadAnswers,
  mapStudentAnswers,
  studentAnswers,
} from '#src/domain/catalog/brand-data/index.ts';
import type { Lead, LeadInput } from '#src/domain/checkout/leads/index.ts';
import { formatLocalDate, isLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { readBirthDate } from '#src/kernel/validation/birth-date.rule.ts';
import type { FormFields, PageRequest } from '../../framework/page.server.ts';
import type { LeadData } from './lead-page.tsx';
import { needsGuardian, type StudentQuestions } from './student.rules.ts';

/** What the flow asks about the student; null where the buyer is the student. */
export function questionsOf({ visit, ctx }: PageRequest): StudentQuestions | null {
  const { student } = visit.step?.props ?? {};
  if (!student) return null;
  const asked = mapStudentAnswers(({ name }) => student[name] === true);
  return { ...asked, today: marketDate(ctx.clock.now(), visit.brand.market) };
}

/** Earlier answers, as the form shows them; the source that the link names is one of them. */
export function extraValues({ visit, link }: PageRequest, lead: Lead | null): LeadData['extras'] {
  const { referrers } = visit.brand;
  const born = lead?.birthDate ?? '';
  const came = lead ? lead.referrer : (link['referrer'] ?? null);
  return {
    ...mapLeadAnswers(({ name }) => lead?.[name] ?? ''),
    birthDate: isLocalDate(born) ? formatLocalDate(born) : '',
    referrer: referrers.find(({ id }) => id === came)?.id ?? '',
  };
}

type Extras = Pick<LeadInput, LeadAnswerName | 'consents'>;

/** The checked answers as they are saved: what was not asked is left as it is. */
export function readExtras(request: PageRequest, values: FormFields): Extras {
  const { visit, words } = request;
  const questions = questionsOf(request);
  const asked = studentAnswers.filter(({ name }) => questions?.[name] === true);
  const { referrers } = visit.brand;
  const accepted = values['guardian'] === 'yes';
  return {
    ...Object.fromEntries(asked.map(({ name, type }) => [name, storedAs(type, values[name] ?? '')])),
    ...(referrers.length > 0 ? { referrer: referrers.find(({ id }) => id === values['referrer'])?.id ?? null } : {}),
    consents:
      questions && (accepted || needsGuardian(values, questions))
        ? [{ kind: 'guardian', accepted, label: 'lead.guardian', text: words('lead.guardian') }]
        : [],
  };
}

/** A checked answer as its column takes it. */
function storedAs(type: 'text' | 'date', typed: string): string | undefined {
  return type === 'date' ? (readBirthDate(typed) ?? undefined) : typed;
}
