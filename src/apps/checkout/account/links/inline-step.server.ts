import type { FlowStep } from '#src/domain/catalog/brand-data/index.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { page as phoneVerification } from '../../steps/phone-verification/phone-verification.server.ts';
import type { PhoneVerificationData } from '../../steps/phone-verification/phone-verification-page.tsx';
import { page as selectSchool } from '../../steps/select-school/select-school.server.ts';
import type { SchoolData } from '../../steps/select-school/select-school-page.tsx';
import { page as selectTestLocation } from '../../steps/select-test-location/select-test-location.server.ts';
import type { TestLocationData } from '../../steps/select-test-location/select-test-location-page.tsx';
import {
  type FormFields,
  type LoadResult,
  type PageRequest,
  redirect,
  type SubmitResult,
} from '../../framework/page.server.ts';

/** What a step shows that is asked at the address of a letter's link. */
export type InlineStepData = PhoneVerificationData | SchoolData | TestLocationData;

interface InlineStepPage {
  readonly load: (request: PageRequest) => LoadResult<InlineStepData> | Promise<LoadResult<InlineStepData>>;
  readonly submit?: (
    form: FormFields,
    request: PageRequest,
  ) => SubmitResult<InlineStepData> | Promise<SubmitResult<InlineStepData>>;
}

const pages: Readonly<Record<string, InlineStepPage>> = {
  'phone-verification': phoneVerification,
  'select-school': selectSchool,
  'select-test-location': selectTestLocation,
};

/** The step's request as it would be in the purchase's own browser, going on at the link's own address. */
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

/** Shows a missing step at the link's own address: the link may have been opened in another browser than the purchase. */
export async function showInlineStep(
  request: PageRequest,
  session: CheckoutSession,
  step: FlowStep,
): Promise<LoadResult<InlineStepData>> {
  const page = pages[step.template];
  // The buyer's data can only be given on a page of their own browser.
  if (!page) return redirect(request.firstStep);
  const shown = await page.load(requestOfStep(request, session, step));
  return shown.kind === 'data' ? { ...shown, view: step.template } : shown;
}

/** Answers the form of a step that was shown so. */
export async function submitInlineStep(
  form: FormFields,
  request: PageRequest,
  session: CheckoutSession,
  step: FlowStep,
): Promise<SubmitResult<InlineStepData>> {
  const answered = await pages[step.template]?.submit?.(form, requestOfStep(request, session, step));
  return answered ?? redirect(request.firstStep);
}
