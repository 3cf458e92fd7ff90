import type { FastifyInstance } from 'fastify';
import type { IndexLink, SandboxCompany, TestCards } from '../runtime/company.ts';
import { type Html, markup } from './html.ts';
import { sendPage, stylePath, styleSheet } from './layout.server.ts';
import { cardNumber, table } from './parts.ts';

type Link = Omit<IndexLink, 'group'>;

const toBreak: readonly Link[] = [
  { href: '/sandbox/clock', name: 'Relógio', text: 'Adiantar o tempo: prazos vencem, tarefas acontecem.' },
  {
    href: '/sandbox/weather',
    name: 'Falhas',
    text: 'Lentidão, silêncio, erros, avisos repetidos, perdidos ou falsos.',
  },
  {
    href: '/sandbox/directory',
    name: 'Diretório da escola',
    text: 'Quem trabalha na escola e entra no console: alguém sai, alguém volta.',
  },
];

const happened: readonly Link[] = [
  { href: '/sandbox/inbox', name: 'Caixa de entrada', text: 'Os e-mails e SMS que a escola enviou.' },
  { href: '/sandbox/book', name: 'Livro', text: 'Cada cobrança e cada movimento, como realmente aconteceram.' },
  { href: '/sandbox/receiver', name: 'Avisos às escolas', text: 'O que as plataformas das escolas receberam.' },
];

/** The sandbox's front page, by task, and its style sheet. */
export function indexRoutes(companies: readonly SandboxCompany[]): (app: FastifyInstance) => void {
  const links = companies.flatMap((company) => company.links ?? []);
  const ofGroup = (group: IndexLink['group']): readonly Link[] =>
    links.filter((link) => link.group === group).toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR'));
  const groups: readonly (readonly [string, readonly Link[]])[] = [
    ['Pagar agora', ofGroup('pay')],
    ['Tempo e falhas', toBreak],
    ['O que aconteceu', [...happened, ...ofGroup('happened')]],
  ];
  const css = styleSheet(companies.flatMap(({ themes }) => themes ?? []));

  return (app) => {
    app.get(stylePath, (_request, reply) =>
      reply.header('content-type', 'text/css; charset=utf-8').header('cache-control', 'max-age=300').send(css),
    );

    app.get('/', (_request, reply) => reply.redirect('/sandbox', 303));

    app.get('/sandbox', (_request, reply) => {
      const body = markup`<h1>Ambiente de teste</h1>
<p class="lead">Bancos, adquirente e correio de teste. Falam os protocolos de verdade; o dinheiro é de mentira.</p>
${groups.map(
  ([name, tiles]) => markup`<h2>${name}</h2>
<ul class="tiles">${tiles.map(({ href, name: title, text }) => markup`<li><a href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`)}</ul>
`,
)}${companies.toReversed().map(({ testCards }) => testCards && cardsOf(testCards))}`;
      return sendPage(reply, { title: 'Todas as páginas', wide: true, hasNumbers: true, body });
    });
  };
}

function cardsOf({ anchor, title, lead, cards }: TestCards): Html {
  const rows = cards.map(
    ({ number, brand, does }) => markup`<td>${cardNumber(number)}</td><td>${brand}</td><td>${does}</td>`,
  );
  return markup`<h2 id="${anchor}">${title}</h2>
<p class="lead">${lead}</p>
${table(title, ['Número', 'Bandeira', 'O que acontece'], rows)}
`;
}
