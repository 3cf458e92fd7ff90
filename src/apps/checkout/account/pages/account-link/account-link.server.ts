import { requestLink } from '#src/domain/privacy/index.server.ts';
import { emailRule } from '#src/kernel/validation/email.rule.ts';
import { definePage, redirect, refuse, show } from '#src/apps/checkout/framework/page.server.ts';
import type { AccountLinkData } from './account-link-page.tsx';

export const page = definePage<AccountLinkData>({
  load: ({ rawQuery, visit, href, path }) => {
    const kind = rawQuery.get('sent') === '1' ? 'sent' : rawQuery.get('gone') === '1' ? 'gone' : leftBy(rawQuery);
    return show<AccountLinkData>({ kind, school: visit.brand.name, again: href(path), help: visit.brand.links.faq });
  },

  submit: async (form, request) => {
    const email = (form['email'] ?? '').slice(0, 200);
    const wrong = emailRule(email);
    if (wrong) return refuse({ email }, { email: wrong });
    const { brand, variant } = request.visit.brand;
    const back = { brand, variant, locale: request.view.locale, link: request.link };
    await requestLink(request.ctx, { ...back, email, ip: request.browser.ip });
    return redirect(request.href(request.path, { sent: '1' }));
  },
});

function leftBy(query: URLSearchParams): 'left' | 'left-everywhere' | 'ask' {
  const left = query.get('left');
  if (left === 'here') return 'left';
  return left === 'everywhere' ? 'left-everywhere' : 'ask';
}
