import { randomInt } from 'node:crypto';
import { newClientId } from '#src/domain/messaging/analytics/index.ts';
import { saveClientId } from '#src/domain/orders/index.server.ts';
import { recordConsents } from '#src/domain/checkout/leads/index.server.ts';
import { consentCookies } from '#src/kernel/http/cookies/consent-cookie.server.ts';
import { definePublicPage, type PublicPageRequest, refuse, show } from '../../framework/page.server.ts';
import type { ConsentData } from './consent.types.ts';

export const page = definePublicPage<ConsentData>({
  load: ({ consent }) => show({ answer: consent.kind }),
  submit: async (form, request) => {
    const { choice = '', to = '' } = form;
    if (choice !== 'yes' && choice !== 'no') return refuse({}, {});
    const clientId = choice === 'no' ? null : newClientId(randomInt(0x7fff_ffff), request.ctx.clock.now());
    const { brand } = request.view;
    await saveClientId(request.ctx, { hash: request.browser.hash, brand }, clientId);
    await keepEvidence(request, clientId !== null);
    const isOurs = /^\/[a-z0-9-]{1,60}(?:\/[a-z0-9-]{1,60})?$/.test(to);
    return {
      kind: 'redirect',
      to: request.href(isOurs ? to : '/consent'),
      cookies: consentCookies(brand, clientId, request.isHttps),
    };
  },
});

/** Stores the answer with its text, time and address (LGPD, art. 8, § 2), where there is a session to store it with. */
async function keepEvidence(
  { ctx, inFlow, browser, view, words }: PublicPageRequest,
  accepted: boolean,
): Promise<void> {
  const session = await inFlow?.session();
  if (!session) return;
  const text = words('consent.text', { brand: view.brandName });
  await recordConsents(
    ctx.db,
    session.id,
    [{ kind: 'analytics', accepted, label: 'consent.text', text }],
    browser.ip,
    ctx.clock.now(),
  );
}
