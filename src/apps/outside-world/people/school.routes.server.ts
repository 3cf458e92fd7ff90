import type { FastifyInstance } from 'fastify';
import { type Html, markup } from '../pages/html.ts';
import { sendPage } from '../pages/layout.server.ts';
import { facts, notice } from '../pages/parts.ts';

/** Pages of a school's own site, by the last part of their path: where a brand's links lead in the test environment. */
const pages: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  'termos-de-uso': { title: 'Termos de uso', text: 'Aqui a escola publica os termos que o comprador aceita.' },
  'politica-de-privacidade': {
    title: 'Política de privacidade',
    text: 'Aqui a escola explica o que faz com os dados de quem compra.',
  },
  perguntas: { title: 'Perguntas frequentes', text: 'Aqui a escola responde às dúvidas de quem compra.' },
  login: { title: 'Entrar', text: 'Aqui o aluno entra na plataforma da escola.' },
};

const firstAccess: ReadonlySet<string> = new Set(['primeiro-acesso', 'set-password']);

interface SchoolPath {
  readonly Params: { readonly school: string; readonly page: string };
  readonly Querystring: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The schools' own sites: terms, help, login, and the first access page that gets the one-time token. */
export function schoolRoutes(app: FastifyInstance): void {
  app.get<SchoolPath>('/school/:school/:page', (request, reply) => {
    const { school, page } = request.params;
    const known = pages[page];
    if (firstAccess.has(page)) {
      const { token } = request.query;
      const body = firstAccessPage(school, typeof token === 'string' ? token : '');
      return sendPage(reply, { title: 'Primeiro acesso', house: 'sandbox', body, secret: true });
    }
    if (known === undefined || !Object.hasOwn(pages, page)) {
      const body = markup`<h1>Página não encontrada</h1>${notice('bad', 'O site da escola não tem esta página.')}`;
      return sendPage(reply.code(404), { title: 'Página não encontrada', house: 'sandbox', body });
    }
    const body = markup`<h1>${known.title}</h1><p class="lead">${known.text}</p>${facts([['Escola', school]])}`;
    return sendPage(reply, { title: known.title, house: 'sandbox', body });
  });
}

/** The token is shown cut: whoever looks over a shoulder learns nothing. */
function firstAccessPage(school: string, token: string): Html {
  if (token === '') {
    return markup`<h1>Primeiro acesso</h1>${notice('bad', 'Este endereço veio sem o token de acesso.')}`;
  }
  return markup`<h1>Primeiro acesso</h1>
<p class="lead">Aqui o aluno cria a senha. A escola troca o token uma única vez, em até 15 minutos, por <code>POST /api/v1/access/exchange</code>.</p>
${facts([
  ['Escola', school],
  ['Token', `${token.slice(0, 4)}… (${token.length} caracteres)`],
])}`;
}
