import { sendMemberCode, verifyMemberCode } from '#src/domain/customers/loyalty/index.server.ts';
import {
  type MemberPage,
  nextStepOf,
  stepForLink,
  pointsPaths,
  openVerificationPage,
  skipPoints,
} from '../../site/loyalty/open-points-page.server.ts';
import {
  definePage,
  type PageRequest,
  problem,
  redirect,
  refuse,
  show,
  type SubmitResult,
} from '../../framework/page.server.ts';
import { checkCode, readCode } from '../../site/verification-code/verification-code.rules.ts';
import type { LiveloCodeData } from './livelo-code-page.tsx';

const longest = 40;

export const page = definePage<LiveloCodeData>({
  load: async (request) => {
    const visit = await openVerificationPage(request);
    if (visit.kind !== 'points') return visit;
    const { link, head } = visit;
    const { next } = request.view.flow ?? {};
    if (!next) return problem('flow-ends-at-points');
    const { device, resendAt, token, challengeId } = link;
    if (!device || (token === null && challengeId === null)) return redirect(request.href(pointsPaths.device));
    const left = resendAt ? resendAt.getTime() - request.ctx.clock.now().getTime() : 0;
    return show<LiveloCodeData>(
      {
        state: token === null ? 'sent' : 'proved',
        kind: device.kind,
        to: device.masked,
        resendSeconds: Math.max(0, Math.ceil(left / 1000)),
        other: request.href(pointsPaths.device),
        next,
      },
      { head },
    );
  },

  submit: async (form, request) => {
    const visit = await openVerificationPage(request);
    if (visit.kind !== 'points') return visit;
    const skipped = await skipPoints(request, form, visit);
    if (skipped) return skipped;
    if (form['intent'] === 'send') return sendAgain(request, visit);
    if (visit.link.token !== null) return nextStepOf(request);
    const errors = checkCode({ code: (form['code'] ?? '').slice(0, longest) });
    if (Object.keys(errors).length > 0) return refuse({}, errors);
    const verified = await verifyMemberCode(request.ctx, visit.programme, visit.session, readCode(form['code'] ?? ''));
    if (verified.ok) return nextStepOf(request);
    switch (verified.error) {
      case 'not-begun':
        return redirect(request.href(stepForLink(visit.link)));
      // What was typed is not shown again: the field is free for the next one.
      case 'code-wrong':
      case 'code-expired':
        return refuse({}, { code: `livelo-code.${verified.error}` });
      default:
        return redirect(request.href(pointsPaths.error));
    }
  },
});

/** Another code to the same device; shown by the page itself, so that a reload sends none. */
async function sendAgain(
  request: PageRequest,
  { programme, session, link }: MemberPage,
): Promise<SubmitResult<LiveloCodeData>> {
  const { ctx, browser, href, path } = request;
  if (!link.device) return redirect(href(pointsPaths.device));
  const sent = await sendMemberCode(ctx, programme, session, { deviceId: link.device.id, ip: browser.ip });
  if (sent.ok) return redirect(href(path));
  if (sent.error === 'too-soon' || sent.error === 'too-many') return refuse({}, { form: `livelo-code.${sent.error}` });
  return redirect(href(sent.error === 'device-unknown' ? pointsPaths.device : pointsPaths.error));
}
