import type { FlowStep } from '#src/domain/catalog/brand-data/index.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import {
  type FormFields,
  type LoadResult,
  type PageData,
  type PageRequest,
  redirect,
  type SubmitResult,
} from '../../framework/page.server.ts';

/** The step's request as in the purchase's own browser; it continues at the link's address. */
function requestOfStep(request: PageRequest, session: CheckoutSession, step: FlowStep): PageRequest {
  const { view, visit, href, path } = request;
  return {
    ...request,
    visit: { ...visit, step },
    view: { ...view, flow: { id: session.flowId, step: null, back: null, next: href(path) } },
    session: () => Promise.resolve(session),
    findSession: () => Promise.resolve(session),
  };
}

/** Shows a missing step at the link's address, because the link may be opened in another browser than the purchase. */
export async function showInlineStep(
  request: PageRequest,
  session: CheckoutSession,
  step: FlowStep,
): Promise<LoadResult<PageData>> {
  const page = request.inlineSteps[step.template];
  // The contact data can only be entered in the buyer's own browser.
  if (!page) return redirect(request.firstStep);
  const shown = await page.load(requestOfStep(request, session, step));
  return shown.kind === 'data' ? { ...shown, view: step.template } : shown;
}

/** Handles the form of a step shown at a link's address. */
export async function submitInlineStep(
  form: FormFields,
  request: PageRequest,
  session: CheckoutSession,
  step: FlowStep,
): Promise<SubmitResult<PageData>> {
  const answered = await request.inlineSteps[step.template]?.submit?.(form, requestOfStep(request, session, step));
  return answered ?? redirect(request.firstStep);
}
