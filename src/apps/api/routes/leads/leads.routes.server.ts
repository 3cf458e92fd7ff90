import { z } from 'zod';
import { brandOf } from '#src/branding/index.server.ts';
import { checkNewLead, voucherToApply } from '#src/domain/risk/index.server.ts';
import { mapLeadAnswers, mapStudentAnswers } from '#src/domain/catalog/brand-data/index.ts';
import { type Lead, openSessionWithLead, patchLead } from '#src/domain/checkout/leads/index.server.ts';
import { findSession, sessionOfBrowser } from '#src/domain/checkout/sessions/index.server.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { birthDateRule } from '#src/kernel/validation/birth-date.rule.ts';
import type { ProblemField } from '#src/kernel/http/problems/problem.ts';
import { documentRule, normalizeDocument } from '#src/kernel/validation/tax-ids/document.rule.ts';
import { normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import { normalizeText } from '#src/kernel/validation/normalize.ts';
import { setBrowserCookie, type Routes } from '../../api.contract.server.ts';
import { chooseLocations } from './choose-locations.server.ts';
import { checkContact } from '../../check-contact.server.ts';
import { readLeadAddress } from './lead-address.ts';
import { requireCaptcha } from '../captcha/require-captcha.server.ts';
import { resolveSessionRequest } from '../../session-request.server.ts';
import { id, operation, placesAsked, problemDocument, problems, shortText } from '../../schemas.ts';
import { isDocumentUnfitForFiscalNote, fiscalNoteProblem } from '../../fiscal-note-document.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

/** Schema of a lead's field. A date is only limited in length: its rule gives the error. */
function typed({ type, longest }: { readonly type: 'text' | 'date'; readonly longest: number }): z.ZodString {
  return type === 'date' ? z.string().max(longest) : z.string().trim().min(1).max(longest);
}

/** Adds the field's description, if there is one. */
function described<T extends z.ZodType>(field: T, answer: { readonly description: string }): T {
  return answer.description === '' ? field : field.describe(answer.description);
}

const leadJson = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string().describe('E.164'),
  ...mapLeadAnswers((answer) => described(z.string().nullable(), answer)),
  phoneVerified: z.boolean().describe('The present number was verified by a code.'),
});

function toJson(lead: Lead): z.infer<typeof leadJson> {
  const { id: leadId, name, email, phone } = lead;
  const answers = mapLeadAnswers((answer) => lead[answer.name]);
  return { id: leadId, name, email, phone, ...answers, phoneVerified: lead.phoneVerifiedAt !== null };
}

export const routes: Routes = (app, services) => {
  app.post(
    '/v1/lead',
    {
      schema: {
        summary: 'Create a lead: contact data for a product',
        description: 'The answer sets the cookie by which later calls of the same browser are known.',
        body: z.strictObject({
          name: z.string().max(200),
          email: z.string().max(200),
          phone: z.string().max(40),
          productCode: shortText,
          operation: operation.optional(),
          offer: shortText.optional(),
          planId: shortText.optional(),
          flowId: shortText.optional(),
          voucher: shortText.optional(),
          seller: shortText.optional(),
          source: shortText.optional(),
          referrer: shortText.optional().describe('How the buyer heard of the school: an id of its list.'),
          marketingConsent: z.boolean().optional(),
          captchaToken: z
            .string()
            .max(4096)
            .optional()
            .describe('A solved challenge of `/v1/proof`, where a call was answered with `captcha-needed`.'),
        }),
        response: { 201: leadJson, ...problems },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const browser = services.browserOf(request);
      const sessionRequest = resolveSessionRequest(services, browser.hash, body);
      if (!sessionRequest.ok) return sendProblem(reply, sessionRequest.error);
      const { start, startWith } = sessionRequest.value;
      const { ctx } = services;
      const { referrer } = body;
      const known = brandOf(services.brands, start.brand, start.variant)?.referrers ?? [];
      if (referrer !== undefined && !known.some((one) => one.id === referrer)) {
        return sendProblem(reply, 'fields-invalid', { errors: [{ path: 'referrer', code: 'referrer-unknown' }] });
      }
      const contact = checkContact(services, body, start.market, start.locale);
      if (contact.problems.length > 0) return sendProblem(reply, 'fields-invalid', { errors: contact.problems });
      const voucherGuesser = { ip: request.ip, browserHash: browser.hash };
      const begun = await findSession(ctx, start);
      if (!begun?.leadId && !(await checkNewLead(ctx, voucherGuesser, body.captchaToken)))
        return requireCaptcha(services, reply, start.locale);
      const voucher = await voucherToApply(ctx, voucherGuesser, sessionRequest.value.voucher, () =>
        Promise.resolve(begun),
      );
      const { lead } = await openSessionWithLead(ctx, startWith(voucher), ({ locale }) => ({
        name: normalizeText(body.name),
        email: normalizeEmail(body.email),
        phone: contact.phone,
        ...(referrer === undefined ? {} : { referrer }),
        consents:
          body.marketingConsent === undefined
            ? []
            : [
                {
                  kind: 'marketing',
                  accepted: body.marketingConsent,
                  label: 'api',
                  text: services.say(locale, 'lead.marketing'),
                },
              ],
        ip: request.ip,
      }));
      setBrowserCookie(reply, browser);
      return reply.code(201).send(toJson(lead));
    },
  );

  app.patch(
    '/v1/lead/:leadId',
    {
      schema: {
        summary: 'Complete a lead of this browser',
        params: z.strictObject({ leadId: id }),
        body: z.strictObject({
          ...mapStudentAnswers((answer) => described(typed(answer).optional(), answer)),
          document: z
            .strictObject({ type: z.enum(['cpf', 'cnpj', 'dni', 'ce', 'ruc', 'nuit']), number: z.string().max(20) })
            .optional(),
          business: shortText.optional(),
          ...placesAsked,
          address: z
            .strictObject({
              postalCode: z.string().max(12).optional(),
              addressLine1: z.string().max(120).optional(),
              addressLine2: z.string().max(20).optional(),
              addressLine3: z.string().max(60).optional(),
              neighbourhood: z.string().max(60).optional(),
              city: z.string().max(60).optional(),
              state: z.string().max(40).optional(),
              country: z.string().max(40).optional(),
            })
            .optional(),
        }),
        response: { 200: leadJson, 409: problemDocument, ...problems },
      },
    },
    async (request, reply) => {
      const { leadId } = request.params;
      const session = await sessionOfBrowser(services.ctx.db, services.browserOf(request).hash, { leadId });
      // The same answer for an unknown lead and for a lead of another browser.
      if (!session) return sendProblem(reply, 'lead-not-found');
      const { document, business, address: given, unitId, testLocationId, ...answers } = request.body;
      const { birthDate } = answers;
      const { address, problems: addressProblems } = readLeadAddress(given ?? {}, session.market);
      const refused = [
        [
          'birthDate',
          birthDate === undefined
            ? null
            : birthDateRule(birthDate, { today: marketDate(services.ctx.clock.now(), session.market) }),
        ],
        ['document', document ? documentRule(document.number, { type: document.type }) : null],
        ...addressProblems,
      ] as const;
      const errors: ProblemField[] = refused.flatMap(([path, key]) =>
        key ? [{ path, code: key, message: services.say(session.locale, key) }] : [],
      );
      if (errors.length === 0 && isDocumentUnfitForFiscalNote(services, session, [document?.number]))
        errors.push(fiscalNoteProblem(services, session.locale));
      if (errors.length > 0) return sendProblem(reply, 'fields-invalid', { errors });
      const refusal = await chooseLocations(services, session, { unitId, testLocationId }, reply);
      if (refusal) return refusal;
      const lead = await patchLead(services.ctx, session, leadId, {
        ...answers,
        ...(document === undefined
          ? {}
          : { document: { type: document.type, number: normalizeDocument(document.number) } }),
        ...(business === undefined ? {} : { business }),
        ...(given === undefined ? {} : { address }),
      });
      return lead ? toJson(lead) : sendProblem(reply, 'lead-not-found');
    },
  );
};
