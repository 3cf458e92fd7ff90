import type { FastifyInstance } from 'fastify';
import { type Book, type BookCharge, type Companies, readBook } from '../book.server.ts';
import { moment, money } from '../pages/format.ts';
import { type Html, html } from '../pages/html.ts';
import { sendPage } from '../pages/layout.server.ts';
import type { Company } from '../world/weather.server.ts';

const companyNames: Readonly<Record<Company, string>> = { acquirer: 'Adquirente', 'pix-bank': 'Banco do Pix', 'slip-bank': 'Banco do boleto' };
const mostRows = 200;

/** The ground truth at `/sandbox/book`: a page for people, JSON for everybody else. */
export function bookRoutes(companies: Companies): (app: FastifyInstance) => void {
  return (app) => {
    app.get('/sandbox/book.json', (_request, reply) => reply.header('cache-control', 'no-store').send(readBook(companies)));

    app.get('/sandbox/book', (request, reply) => {
      const book = readBook(companies);
      if (!(request.headers.accept ?? '').includes('text/html')) return reply.header('cache-control', 'no-store').send(book);
      const charges = book.charges.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
      const body = html`<h1>Livro</h1>
<p class="lead">O que aconteceu de verdade lá fora, seja o que for que alguém tenha ouvido. Também em <a href="/sandbox/book.json">JSON</a>.</p>
${charges.length === 0 ? html`<div class="card"><p>Nenhuma cobrança por enquanto.</p></div>` : tableOf(charges.slice(0, mostRows), book)}
${charges.length > mostRows && html`<p class="hint">As ${mostRows} mais novas de ${charges.length}.</p>`}`;
      return sendPage(reply, { title: 'Livro', house: 'sandbox', wide: true, body });
    });
  };
}

function tableOf(charges: readonly BookCharge[], { movements }: Book): Html {
  const surplus = (charge: BookCharge): boolean => movements.filter(({ chargeId, kind }) => chargeId === charge.id && kind === 'capture').length > 1;
  return html`<div class="scroll" role="region" aria-label="Cobranças" tabindex="0"><table><thead><tr><th scope="col">Quem</th><th scope="col">Referência</th><th scope="col">Estado</th><th scope="col">Valor</th><th scope="col">Recebido</th><th scope="col">Devolvido</th><th scope="col">Criada</th></tr></thead><tbody>
${charges.map((charge) => html`<tr><td>${companyNames[charge.company]}</td><td><code>${charge.reference}</code></td><td>${charge.status}${surplus(charge) && ', mais de um pagamento'}</td><td class="number">${money(charge.amount, charge.currency)}</td><td class="number">${money(charge.captured, charge.currency)}</td><td class="number">${money(charge.refunded, charge.currency)}</td><td>${moment(charge.createdAt)}</td></tr>`)}
</tbody></table></div>`;
}
