import { buyerAccountById, eraseData, erasureSubject } from '#src/domain/privacy/index.server.ts';
import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import { openMagicLink } from '../../links/open-magic-link.server.ts';
import { accountLinkPath, accountPath } from '../../links/open-account-page.server.ts';
import {
  definePage,
  type PageRequest,
  redirect,
  type Redirect,
  refuse,
  show,
} from '#src/apps/checkout/framework/page.server.ts';
import type { DataErasureData } from './data-erasure-page.tsx';

export const page = definePage<DataErasureData>({
  load: async (request) => {
    if (request.rawQuery.get('done') !== null) return show<DataErasureData>(erased(request));
    const found = await find(request);
    if (found.kind === 'redirect') return found;
    const { href } = request;
    return show<DataErasureData>({
      kind: 'ask',
      email: maskEmail(found.email),
      back: href(accountPath(found.id)),
      reference: null,
      help: request.visit.brand.links.faq,
    });
  },

  submit: async (form, request) => {
    const found = await find(request);
    if (found.kind === 'redirect') return found;
    if (form['confirm'] !== 'yes') return refuse({}, { confirm: 'data-erasure.confirm.missing' });
    const done = await eraseData(request.ctx, found.id);
    if (!done.ok && done.error === 'money-moving')
      return refuse({ confirm: 'yes' }, { form: 'data-erasure.money-moving' });
    // Submitted twice: the first request erased the data.
    return redirect(request.href(request.path, { done: done.ok ? done.value.erasureId : '1' }));
  },
});

async function find(
  request: PageRequest,
): Promise<{ readonly kind: 'found'; readonly id: string; readonly email: string } | Redirect> {
  const id = request.params['page'] ?? '';
  const refused = await openMagicLink(request, erasureSubject(id));
  if (refused?.kind === 'redirect') return refused;
  const own = refused ? null : await buyerAccountById(request.ctx.db, id);
  if (!own || own.brand !== request.visit.brand.brand)
    return { ...redirect(request.href(accountLinkPath, { gone: '1' })), deniedBy: 'magic-link' };
  return { kind: 'found', ...own };
}

const referenceShape = /^ers_[\w-]{22}$/;

function erased({ rawQuery, visit }: PageRequest): DataErasureData {
  const reference = rawQuery.get('done') ?? '';
  return {
    kind: 'done',
    email: '',
    back: null,
    reference: referenceShape.test(reference) ? reference : null,
    help: visit.brand.links.faq,
  };
}
