import { z } from 'zod';
import { brandOf } from '#src/branding/index.server.ts';
import { mayBegin, wordToGoOnWith } from '#src/domain/defences/index.server.ts';
import { type Lead, openSessionWithLead, patchLead } from '#src/domain/leads/index.server.ts';
import { findSession, sessionOwning } from '#src/domain/sessions/index.server.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { birthDateRule } from '#src/kernel/validation/birth-date.rule.ts';
import type { ProblemField } from '#src/kernel/errors/problem.ts';
import { documentRule, normalizeDocument } from '#src/kernel/validation/document.rule.ts';
import { normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import { normalizeText } from '#src/kernel/validation/normalize.ts';
import { remember, type Routes } from '../api.contract.server.ts';
import { choosePlaces } from '../chosen-places.server.ts';
import { checkContact } from '../contact.server.ts';
import { readLeadAddress } from '../lead-address.ts';
import { askForProof } from '../proof-asked.server.ts';
import { readSessionWish } from '../session-wish.server.ts';
import { id, operation, placesAsked, problemDocument, problems, shortText } from '../schemas.ts';
import { cannotBeNoted, noteProblem } from '../note-document.server.ts';
import { sendProblem } from '../send-problem.server.ts';

const leadJson = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string().describe('E.164'),
  birthDate: z.string().nullable(),
  relationAccount: z.string().nullable(),
  referrer: z.string().nullable().describe('How the buyer heard of the school: an id of its list.'),
  phoneVerified: z.boolean().describe('A code proved that the present number is theirs.'),
});

function toJson(lead: Lead): z.infer<typeof leadJson> {
  const { id: leadId, name, email, phone, birthDate, relationAccount, referrer } = lead;
  const phoneVerified = lead.phoneVerifiedAt !== null;
  return { id: leadId, name, email, phone, birthDate, relationAccount, referrer, phoneVerified };
}

export const routes: Routes = (app, services) => {
  app.post(
    '/v1/lead',
    {
      schema: {
        summary: 'Leave contact data for a product',
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
      const wish = readSessionWish(services, browser.hash, body);
      if (!wish.ok) return sendProblem(reply, wish.error);
      const { start, startWith } = wish.value;
      const { ctx } = services;
      const { referrer } = body;
      const known = brandOf(services.brands, start.brand, start.variant)?.referrers ?? [];
      if (referrer !== undefined && !known.some((one) => one.id === referrer)) {
        return sendProblem(reply, 'fields-invalid', { errors: [{ path: 'referrer', code: 'referrer-unknown' }] });
      }
      const contact = checkContact(services, body, start.market, start.locale);
      if (contact.problems.length > 0) return sendProblem(reply, 'fields-invalid', { errors: contact.problems });
      const guesser = { ip: request.ip, browserHash: browser.hash };
      const begun = await findSession(ctx, start);
      if (!begun?.leadId && !(await mayBegin(ctx, guesser, body.captchaToken)))
        return askForProof(services, reply, start.locale);
      const voucher = await wordToGoOnWith(ctx, guesser, wish.value.voucher, () => Promise.resolve(begun));
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
      remember(reply, browser);
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
          birthDate: z.string().max(10).optional().describe('YYYY-MM-DD'),
          document: z
            .strictObject({ type: z.enum(['cpf', 'cnpj', 'dni', 'ce', 'ruc', 'nuit']), number: z.string().max(20) })
            .optional(),
          relationAccount: shortText.optional(),
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
      const session = await sessionOwning(services.ctx.db, services.browserOf(request).hash, { leadId });
      // Somebody else's lead and no lead at all are answered alike.
      if (!session) return sendProblem(reply, 'lead-not-found');
      const { birthDate, document, relationAccount, business, address: given, ...places } = request.body;
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
      if (errors.length === 0 && cannotBeNoted(services, session, [document?.number]))
        errors.push(noteProblem(services, session.locale));
      if (errors.length > 0) return sendProblem(reply, 'fields-invalid', { errors });
      const refusal = await choosePlaces(services, session, places, reply);
      if (refusal) return refusal;
      const lead = await patchLead(services.ctx, session, leadId, {
        ...(birthDate === undefined ? {} : { birthDate }),
        ...(document === undefined
          ? {}
          : { document: { type: document.type, number: normalizeDocument(document.number) } }),
        ...(relationAccount === undefined ? {} : { relationAccount }),
        ...(business === undefined ? {} : { business }),
        ...(given === undefined ? {} : { address }),
      });
      return lead ? toJson(lead) : sendProblem(reply, 'lead-not-found');
    },
  );
};
