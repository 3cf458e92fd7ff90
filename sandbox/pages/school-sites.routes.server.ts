import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Html, markup } from './html.ts';
import { sendPage } from './layout.server.ts';
import { facts, hiddenFields, notice } from './parts.ts';
import { fieldsOf } from './forms.server.ts';

/**
 * Pages of a school's own site, by the last part of their path: the targets of a brand's links in the test environment.
 */
const pages: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  'termos-de-uso': { title: 'Termos de uso', text: 'Aqui a escola publica os termos que o comprador aceita.' },
  'politica-de-privacidade': {
    title: 'Política de privacidade',
    text: 'Aqui a escola explica o que faz com os dados de quem compra.',
  },
  perguntas: { title: 'Perguntas frequentes', text: 'Aqui a escola responde às dúvidas de quem compra.' },
  'libro-de-reclamaciones': {
    title: 'Libro de Reclamaciones',
    text: 'Aquí la escuela publica su libro de reclamaciones virtual.',
  },
  login: { title: 'Entrar', text: 'Aqui o aluno entra na plataforma da escola.' },
};

const firstAccess: ReadonlySet<string> = new Set(['primeiro-acesso', 'set-password']);

interface SchoolPath {
  readonly Params: { readonly school: string; readonly page: string };
  readonly Querystring: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The schools' own sites: terms, help, login, and the first access page that gets the one-time token. */
export function schoolSiteRoutes(checkoutOrigin?: string): (app: FastifyInstance) => void {
  return (app) => {
    addSites(app);
    addEntry(app, checkoutOrigin);
  };
}

/** The school's own side of first access: its server exchanges the token and trusts only that answer. */
function addEntry(app: FastifyInstance, checkoutOrigin: string | undefined): void {
  app.post<SchoolPath>('/school/:school/:page', async (request, reply) => {
    const { school, page } = request.params;
    if (!firstAccess.has(page)) return reply.code(404).send();
    const token = fieldsOf(request.body)['token'] ?? '';
    const student = checkoutOrigin === undefined ? null : await trade(checkoutOrigin, token);
    const body = student
      ? markup`<h1>Bem-vindo à escola</h1><p class="lead">A conta de ${student.name} está pronta.</p>
${facts([
  ['Escola', school],
  ['Curso', student.productCode],
  ['Acesso', student.accessId],
])}`
      : markup`<h1>Primeiro acesso</h1>${notice('bad', 'Este link de acesso já foi usado ou passou de 15 minutos. Peça outro pela página da compra.')}`;
    return sendPage(reply.code(student ? 200 : 403), {
      title: 'Primeiro acesso',
      body,
      secret: true,
    });
  });
}

const exchanged = z.object({ accessId: z.string(), productCode: z.string(), buyer: z.object({ name: z.string() }) });

async function trade(checkoutOrigin: string, token: string) {
  const answer = await fetch(`${checkoutOrigin}/api/v1/access/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(8_000),
  }).catch(() => null);
  const read = exchanged.safeParse(answer?.ok ? await answer.json() : null);
  return read.success ? { ...read.data, name: read.data.buyer.name } : null;
}

function addSites(app: FastifyInstance): void {
  app.get<SchoolPath>('/school/:school/:page', (request, reply) => {
    const { school, page } = request.params;
    const known = pages[page];
    if (firstAccess.has(page)) {
      const { token } = request.query;
      const body = firstAccessPage(school, page, typeof token === 'string' ? token : '');
      return sendPage(reply, { title: 'Primeiro acesso', body, secret: true });
    }
    if (known === undefined || !Object.hasOwn(pages, page)) {
      const body = markup`<h1>Página não encontrada</h1>${notice('bad', 'O site da escola não tem esta página.')}`;
      return sendPage(reply.code(404), { title: 'Página não encontrada', body });
    }
    const body = markup`<h1>${known.title}</h1><p class="lead">${known.text}</p>${facts([['Escola', school]])}`;
    return sendPage(reply, { title: known.title, body });
  });
}

/** The token is shown cut, so that it cannot be read from the screen. */
function firstAccessPage(school: string, page: string, token: string): Html {
  if (token === '') {
    return markup`<h1>Primeiro acesso</h1>${notice('bad', 'Este endereço veio sem o token de acesso.')}`;
  }
  return markup`<h1>Primeiro acesso</h1>
<p class="lead">Aqui o aluno cria a senha. A escola troca o token uma única vez, em até 15 minutos, por <code>POST /api/v1/access/exchange</code>.</p>
${facts([
  ['Escola', school],
  ['Token', `${token.slice(0, 4)}… (${token.length} caracteres)`],
])}
<form class="full after" method="post" action="/school/${encodeURIComponent(school)}/${page}">
${hiddenFields({ token })}
<button>Criar a senha e entrar</button>
</form>`;
}
