import type { FastifyInstance } from 'fastify';
import type { Book, BookCharge } from '../runtime/book.ts';
import { moment, money } from './format.ts';
import { type Html, markup } from './html.ts';
import { sendPage } from './layout.server.ts';
import { table } from './parts.ts';

const maxRows = 200;

/** The ground truth at `/sandbox/book`: an HTML page, or JSON for other clients. */
export function bookRoutes(readBook: () => Book, titles: ReadonlyMap<string, string>): (app: FastifyInstance) => void {
  return (app) => {
    app.get('/sandbox/book.json', (_request, reply) => reply.header('cache-control', 'no-store').send(readBook()));

    app.get('/sandbox/book', (request, reply) => {
      const book = readBook();
      if (!(request.headers.accept ?? '').includes('text/html'))
        return reply.header('cache-control', 'no-store').send(book);
      const charges = book.charges.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
      const body = markup`<h1>Livro</h1>
<p class="lead">As cobranças e os movimentos como aconteceram nas empresas, tenha a loja sabido ou não. Também em <a href="/sandbox/book.json">JSON</a>.</p>
${charges.length === 0 ? markup`<div class="card"><p>Nenhuma cobrança por enquanto.</p></div>` : tableOf(charges.slice(0, maxRows), book, titles)}
${charges.length > maxRows && markup`<p class="hint">As ${maxRows} mais novas de ${charges.length}.</p>`}`;
      return sendPage(reply, { title: 'Livro', wide: true, body });
    });
  };
}

const heads = ['Quem', 'Referência', 'Estado', 'Valor', 'Recebido', 'Devolvido', 'Contestado', 'Criada'];

function tableOf(charges: readonly BookCharge[], { movements }: Book, titles: ReadonlyMap<string, string>): Html {
  const captures = movements.filter(({ kind }) => kind === 'capture').map(({ chargeId }) => chargeId);
  const rows = charges.map((charge) => {
    const isSurplus = captures.filter((chargeId) => chargeId === charge.id).length > 1;
    const amounts = [charge.amount, charge.captured, charge.refunded, charge.disputed];
    return markup`<td>${titles.get(charge.company) ?? charge.company}</td>
<td><code>${charge.reference}</code></td>
<td>${charge.status}${isSurplus && ', mais de um pagamento'}</td>
${amounts.map((amount) => markup`<td class="number">${money(amount, charge.currency)}</td>`)}
<td>${moment(charge.createdAt)}</td>`;
  });
  return table('Cobranças', heads, rows);
}
