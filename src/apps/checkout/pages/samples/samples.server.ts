import { emailRule, normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import { definePage, problem, redirect, refuse, show } from '../../framework/page.server.ts';
import { makeSample, sampleGroups, type SampleKind, sampleKinds } from './make-sample.server.ts';
import type { SamplesData } from './samples-page.tsx';

const kinds = Object.keys(sampleKinds) as SampleKind[];

export const page = definePage<SamplesData | null>({
  load: ({ view, visit }) =>
    view.environment === 'test'
      ? show<SamplesData>({ product: visit.product.title, groups: sampleGroups })
      : show(null, { status: 404, view: 'not-found' }),

  submit: async (form, request) => {
    if (request.view.environment !== 'test') return show(null, { status: 404, view: 'not-found' });
    const kind = kinds.find((one) => one === form['kind']);
    const email = (form['email'] ?? '').slice(0, 200);
    const wrong = emailRule(email);
    if (!kind || wrong) return refuse({ email }, { email: wrong ?? 'samples.missing' });
    const link = await makeSample(request, kind, normalizeEmail(email));
    return link === null ? problem('plan-not-found') : redirect(link);
  },
});
