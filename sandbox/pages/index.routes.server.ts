import type { FastifyInstance } from 'fastify';
import { testCards } from '../companies/test-acquirer/test-cards.ts';
import { culqiCards } from '../companies/culqi/test-cards.ts';
import { markup } from './html.ts';
import { sendPage, stylePath, styleSheet } from './layout.server.ts';
import { table } from './parts.ts';

/** The pages by what one comes for. */
const groups = [
  {
    name: 'Pagar agora',
    tiles: [
      {
        href: '/pix-bank/pay',
        name: 'Pagar com Pix',
        text: 'O aplicativo do banco de quem compra: no prazo, depois dele, duas vezes, outro valor.',
      },
      {
        href: '/pix-bank/consents',
        name: 'Pix Automático',
        text: 'O que quem paga autorizou: aprovar, recusar, cancelar, ficar sem saldo.',
      },
      { href: '/slip-bank/pay', name: 'Pagar boleto', text: 'Pela linha digitável ou pelo Pix do boleto.' },
      { href: '/pagarme/pay', name: 'Pagar boleto da Pagar.me', text: 'Pela linha digitável.' },
      {
        href: '/m-pesa/phone',
        name: 'Telemóvel do M-Pesa',
        text: 'O pedido do PIN: certo, errado, cancelado, sem saldo, sem resposta.',
      },
      { href: '/nupay/pay', name: 'NuPay', text: 'O aplicativo de quem paga: aprovar, recusar, ir embora.' },
      { href: '/culqi/yape', name: 'Yape', text: 'O aplicativo do Peru: o código de aprovação, e o que não dá certo.' },
      {
        href: '/culqi/agent',
        name: 'Agente PagoEfectivo',
        text: 'Paga um CIP do Peru: no prazo, depois dele, duas vezes.',
      },
    ],
  },
  {
    name: 'Tempo e falhas',
    tiles: [
      { href: '/sandbox/clock', name: 'Relógio', text: 'Adiantar o tempo: prazos vencem, tarefas acontecem.' },
      {
        href: '/sandbox/weather',
        name: 'Tempo ruim',
        text: 'Lentidão, silêncio, erros, avisos repetidos, perdidos ou falsos.',
      },
    ],
  },
  {
    name: 'O que aconteceu',
    tiles: [
      { href: '/sandbox/inbox', name: 'Caixa de entrada', text: 'Os e-mails que a escola enviou.' },
      { href: '/sandbox/book', name: 'Livro', text: 'Cada cobrança e cada movimento, como realmente aconteceram.' },
      {
        href: '/acquirer/statement',
        name: 'Fatura do cartão',
        text: 'O banco de quem compra contesta uma compra; a escola estorna pelo painel da adquirente.',
      },
      {
        href: '/pagarme/panel',
        name: 'Painel da Pagar.me',
        text: 'As cobranças da segunda adquirente, seus cartões de teste, estornos e contestações.',
      },
      { href: '/points-club/members', name: 'Clube de pontos', text: 'Quem participa e os códigos que recebeu.' },
      { href: '/tax-office/consulta', name: 'Notas fiscais', text: 'As notas de serviço que foram emitidas.' },
      { href: '/sandbox/receiver', name: 'Avisos às escolas', text: 'O que as plataformas das escolas receberam.' },
    ],
  },
] as const;

/** The sandbox's front page and its style sheet. */
export function indexRoutes(app: FastifyInstance): void {
  app.get(stylePath, (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').header('cache-control', 'max-age=300').send(styleSheet),
  );

  app.get('/', (_request, reply) => reply.redirect('/sandbox', 303));

  app.get('/sandbox', (_request, reply) => {
    const cards = testCards.map(
      ({ number, brand, does }) => markup`<td><code>${grouped(number)}</code></td><td>${brand}</td><td>${does}</td>`,
    );
    const peru = culqiCards.map(
      ({ number, brand, does }) =>
        markup`<td><code>${grouped(number)}</code></td><td>${brand}</td><td lang="es-PE">${does}</td>`,
    );
    const body = markup`<h1>Mundo de fora</h1>
<p class="lead">Bancos, adquirente e correio de teste. Falam os protocolos de verdade; o dinheiro é de mentira.</p>
${groups.map(
  ({ name: group, tiles }) => markup`<h2>${group}</h2>
<ul class="tiles">${tiles.map(({ href, name, text }) => markup`<li><a href="${href}"><strong>${name}</strong><span>${text}</span></a></li>`)}</ul>
`,
)}<h2 id="cartoes">Cartões de teste</h2>
<p class="lead">Qualquer nome, qualquer validade futura; código de 3 dígitos (4 no American Express). Nos outros números vale o último dígito: 0, 1 e 4 aprovam, 2, 3, 5, 6, 7 e 8 recusam, 9 é sorte.</p>
${table('Cartões de teste', ['Número', 'Bandeira', 'O que acontece'], cards)}
<h2>Cartões de teste no Peru</h2>
<p class="lead">Cobrados pela Culqi. Outros números válidos são pagos.</p>
${table('Cartões de teste no Peru', ['Número', 'Bandeira', 'O que acontece'], peru)}`;
    return sendPage(reply, { title: 'Ambiente de teste', pageTheme: 'sandbox', wide: true, body });
  });
}

function grouped(number: string): string {
  return number.replace(
    number.length === 16 ? /(\d{4})(?=\d)/g : /^(\d{4})(\d{6})(\d+)$/,
    number.length === 16 ? '$1 ' : '$1 $2 $3',
  );
}
