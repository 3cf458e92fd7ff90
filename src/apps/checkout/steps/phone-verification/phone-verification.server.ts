import { findLead, type Lead } from '#src/domain/checkout/leads/index.server.ts';
import {
  checkPhoneCode,
  phoneCodeState,
  isSupportedPhone,
  sendPhoneCode,
} from '#src/domain/customers/phones/index.server.ts';
import {
  definePage,
  type PageRequest,
  problem,
  redirect,
  refuse,
  show,
  type SubmitResult,
} from '../../framework/page.server.ts';
import { offerSummary } from '../../site/summary.server.ts';
import { checkCode, readCode } from '../../site/verification-code/verification-code.rules.ts';
import type { PhoneVerificationData } from './phone-verification-page.tsx';

const longest = 40;

export const page = definePage<PhoneVerificationData>({
  load: async (request) => {
    const { ctx, view } = request;
    const session = await request.findSession();
    const lead = session && (await findLead(ctx, session));
    if (!session || !lead) return redirect(request.firstStep);
    const { next } = view.flow ?? {};
    if (!next) return problem('flow-ends-at-phone-verification');
    const standing = lead.phoneVerifiedAt ? null : await phoneCodeState(ctx, lead);
    const left = standing ? standing.resendAt.getTime() - ctx.clock.now().getTime() : 0;
    const state = lead.phoneVerifiedAt
      ? 'verified'
      : standing
        ? 'sent'
        : isSupportedPhone(lead.phone)
          ? 'ask'
          : 'not-served';
    const resendSeconds = Math.max(0, Math.ceil(left / 1000));
    return show<PhoneVerificationData>(verificationData(request, lead, { state, resendSeconds, next }), {
      head: { summary: await offerSummary(request, session) },
    });
  },

  submit: async (form, request) => {
    const session = await request.findSession();
    const lead = session && (await findLead(request.ctx, session));
    if (!session || !lead) return redirect(request.firstStep);
    const { next } = request.view.flow ?? {};
    if (!next) return problem('flow-ends-at-phone-verification');
    if (lead.phoneVerifiedAt) return redirect(next);
    if (form['intent'] === 'send') return sendCode(request, lead.id);
    const values = { code: (form['code'] ?? '').slice(0, longest) };
    const errors = checkCode(values);
    if (Object.keys(errors).length > 0) return refuse(values, errors);
    if (await checkPhoneCode(request.ctx, lead.id, readCode(values.code))) return redirect(next);
    // What was typed is not shown again: it is wrong or over, and the field is free for the next one.
    return refuse({}, { code: 'phone-verification.code.refused' });
  },
});

/** What the page shows of a number at some point of its proof. */
export function verificationData(
  { href, visit }: PageRequest,
  { phone }: Pick<Lead, 'phone'>,
  standing: Pick<PhoneVerificationData, 'state' | 'resendSeconds' | 'next'>,
): PhoneVerificationData {
  return {
    ...standing,
    phone: maskPhone(phone),
    change: href('/lead'),
    isOptional: visit.step?.props.phone?.isOptional ?? false,
  };
}

/** Sends a code and shows the page again, so that a reload sends none. The reason of a failure is not shown. */
async function sendCode(request: PageRequest, leadId: string): Promise<SubmitResult> {
  const { ctx, browser, words, visit } = request;
  const sent = await sendPhoneCode(ctx, {
    leadId,
    ip: browser.ip,
    words: (code) => words('phone-verification.sms', { brand: visit.brand.name, code }),
  });
  if (sent.ok || sent.error.code === 'phone-verified') return redirect(request.href(request.path));
  return refuse({}, { form: 'phone-verification.send.failed' });
}

/** A number as its owner knows it again and nobody else reads it: all but the last four digits are dots. */
export function maskPhone(e164: string): string {
  const digits = e164.replaceAll(/\D/g, '');
  return `•••• ${digits.slice(-4)}`;
}
