import type { FastifyInstance, FastifyReply } from 'fastify';
import { moment, money } from '../../pages/format.ts';
import { type Html, markup } from '../../pages/html.ts';
import { sendPage } from '../../pages/layout.server.ts';
import { field, notice, table } from '../../pages/parts.ts';
import { members } from './members.ts';
import { memberById, returnedPoints } from './points-book.server.ts';
import type { PointsClub } from './points-club.server.ts';
import type { Redemption } from './redemption.types.ts';
import { fieldsOf } from '../../pages/forms.server.ts';

const path = '/points-club/members';
const maxRows = 20;

const states: Readonly<Record<Redemption['state'], string>> = {
  reserved: 'reservados',
  confirmed: 'usados',
  released: 'liberados',
  refused: 'recusados',
};

/**
 * The members of the points programme at `/points-club/members`, and a form by which a member uses points at another
 * shop.
 */
export function pointsConsumerRoutes(club: PointsClub): (app: FastifyInstance) => void {
  return (app) => {
    app.get(path, (_request, reply) => sendMembers(reply, club, null));

    // A form of the page, and JSON for tests: a member uses points elsewhere.
    app.post('/sandbox/points/use', (request, reply) => {
      const { document = '', points = '' } = fieldsOf(request.body);
      const member = members.find((one) => one.document === document.replaceAll(/\D/g, ''));
      const count = /^\d{1,9}$/.test(points) ? Number(points) : 0;
      const isForm = (request.headers['content-type'] ?? '').includes('form');
      const problem = !member ? 'Ninguém participa com este CPF.' : wrongCount(club, member.id, count);
      if (problem)
        return isForm ? sendMembers(reply.code(422), club, problem) : reply.code(422).send({ message: problem });
      if (member) club.book.recordExternalUse(member, count);
      return isForm ? reply.redirect(path, 303) : reply.send({ points: member ? club.book.available(member) : 0 });
    });
  };
}

function wrongCount({ book }: PointsClub, memberId: string, count: number): string | null {
  const member = memberById(memberId);
  const available = member ? book.available(member) : 0;
  return count > 0 && count <= available ? null : `Escreva um número de 1 a ${available}.`;
}

function sendMembers(reply: FastifyReply, club: PointsClub, problem: string | null): FastifyReply {
  const { book } = club;
  const people = members.map(
    (member) =>
      markup`<td><code>${member.document}</code></td><td>${member.name}</td><td class="number">${book.available(member).toLocaleString('pt-BR')}</td><td>${member.does}</td>`,
  );
  const body = markup`<h1>Clube de pontos</h1>
<p class="lead">Quem participa, por CPF, e o que tem agora. Os códigos chegam também na <a href="/sandbox/inbox">caixa de entrada</a>.</p>
${table('Participantes', ['CPF', 'Nome', 'Pontos', 'O que acontece'], people)}
<h2>Resgates</h2>
${redemptions(book.redemptions())}
<h2>Pontos ganhos</h2>
${accruals(club)}
<h2>Códigos enviados</h2>
${codes(club)}
<h2>Usar pontos em outra loja</h2>
${problem && notice('bad', problem)}
<form method="post" action="/sandbox/points/use" class="card">
${field('document', 'CPF', markup` inputmode="numeric"`)}
${field('points', 'Pontos', markup` inputmode="numeric"`)}
<button>Usar</button>
</form>`;
  return sendPage(reply, { title: 'Clube de pontos', wide: true, body });
}

const nameOf = (memberId: string): string => memberById(memberId)?.name ?? '';

function redemptions(all: readonly Redemption[]): Html {
  const rows = all
    .toReversed()
    .slice(0, maxRows)
    .map((one) => {
      const back = returnedPoints(one);
      return markup`<td>${nameOf(one.memberId)}</td><td><code>${one.reference}</code></td><td>${states[one.state]}</td><td class="number">${one.points.toLocaleString('pt-BR')}${back > 0 && ` (${back.toLocaleString('pt-BR')} de volta)`}</td><td class="number">${money(one.amount, 'BRL')}</td><td>${moment(one.createdAt)}</td>`;
    });
  return rows.length === 0
    ? notice('note', 'Nenhum ponto foi usado ainda.')
    : table('Resgates', ['Quem', 'Referência', 'Estado', 'Pontos', 'Valem', 'Quando'], rows);
}

function accruals({ book }: PointsClub): Html {
  const rows = book
    .accruals()
    .toReversed()
    .slice(0, maxRows)
    .map(
      ({ memberId, reference, points, creditedAt, reversedAt }) =>
        markup`<td>${nameOf(memberId)}</td><td><code>${reference}</code></td><td class="number">${points.toLocaleString('pt-BR')}</td><td>${moment(creditedAt)}${reversedAt !== undefined && ', estornados'}</td>`,
    );
  return rows.length === 0
    ? notice('note', 'Nenhuma compra somou pontos ainda.')
    : table('Pontos ganhos', ['Quem', 'Referência', 'Pontos', 'Quando'], rows);
}

function codes(club: PointsClub): Html {
  const rows = club
    .challenges()
    .slice(0, maxRows)
    .map(
      ({ memberId, code, sentAt }) =>
        markup`<td>${nameOf(memberId)}</td><td><code>${code}</code></td><td>${moment(sentAt)}</td>`,
    );
  return rows.length === 0
    ? notice('note', 'Nenhum código foi enviado ainda.')
    : table('Códigos enviados', ['Para', 'Código', 'Quando'], rows);
}
